; As `words_ahead.ll`, where the processor multiplies eight words at once (x86's AVX-512): it makes
; the numbers of eight choices in little more time than one takes. They lie in the context, those
; that the next playout begins with beside them.
;
; chance_seed(seed) -> i64, first_word(c, player_stream, number) -> i64,
; begin_words(c, word, chance_seed, number), choice_word(c, player_stream, choices) -> i64: see
; `words_ahead.ll`. In place of the number of the first choice they have where eight of them lie.

define internal i64 @rulelang_chance_seed(i64 %seed) alwaysinline nounwind {
  ret i64 0
}

define internal i64 @rulelang_first_word(
    ptr noalias nocapture %c, i64 %player_stream, i64 %number) alwaysinline nounwind {
  %words_at = getelementptr i64, ptr %c, i64 $context.words
  %words = load ptr, ptr %words_at
  %odd = and i64 %number, 1
  %there = getelementptr [8 x i64], ptr %words, i64 %odd
  call void @rulelang_eight_words(ptr %there, i64 %player_stream, i64 0)
  %word = ptrtoint ptr %there to i64
  ret i64 %word
}

define internal void @rulelang_begin_words(
    ptr noalias nocapture %c, i64 %word, i64 %chance_seed, i64 %number) alwaysinline nounwind {
  %word_at = getelementptr i64, ptr %c, i64 $context.word
  store i64 %word, ptr %word_at
  ret void
}

define internal i64 @rulelang_choice_word(
    ptr noalias nocapture %c, i64 %player_stream, i64 %choices) alwaysinline nounwind {
entry:
  %word_at = getelementptr i64, ptr %c, i64 $context.word
  %words = load ptr, ptr %word_at
  %place = and i64 %choices, 7
  %at = getelementptr i64, ptr %words, i64 %place
  %word = load i64, ptr %at
  %last = icmp eq i64 %place, 7
  br i1 %last, label %spent, label %done
spent:
  %next = add i64 %choices, 1
  call void @rulelang_eight_words(ptr %words, i64 %player_stream, i64 %next)
  br label %done
done:
  ret i64 %word
}

; Make the numbers of the choices from `first` on, `mix` of each.
define internal void @rulelang_eight_words(
    ptr nocapture %words, i64 %player_stream, i64 %first) alwaysinline nounwind {
  %x = xor i64 %player_stream, %first
  %one = insertelement <8 x i64> poison, i64 %x, i64 0
  %all = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  %each = xor <8 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %z0 = add <8 x i64> %each, splat (i64 u0x9E3779B97F4A7C15)
  %s0 = lshr <8 x i64> %z0, splat (i64 30)
  %x0 = xor <8 x i64> %z0, %s0
  %z1 = mul <8 x i64> %x0, splat (i64 u0xBF58476D1CE4E5B9)
  %s1 = lshr <8 x i64> %z1, splat (i64 27)
  %x1 = xor <8 x i64> %z1, %s1
  %z2 = mul <8 x i64> %x1, splat (i64 u0x94D049BB133111EB)
  %s2 = lshr <8 x i64> %z2, splat (i64 31)
  %x2 = xor <8 x i64> %z2, %s2
  store <8 x i64> %x2, ptr %words, align 64
  ret void
}
