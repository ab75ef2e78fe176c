; Numbers by which players choose, where chance moves too: each is made when it is asked for.
;
; chance_seed(seed) -> i64, first_word(c, player_stream, number) -> i64,
; begin_words(c, word, chance_seed, number), choice_word(c, player_stream, choices) -> i64: see
; `words_ahead.ll`.

declare i64 @rulelang_mix(i64)

define internal i64 @rulelang_chance_seed(i64 %seed) alwaysinline nounwind {
  ; The ASCII bytes of "chance": Ref §16.
  %chance_key = call i64 @rulelang_mix(i64 u0x6368616E6365)
  %cx = xor i64 %chance_key, %seed
  %chance_seed = call i64 @rulelang_mix(i64 %cx)
  ret i64 %chance_seed
}

define internal i64 @rulelang_first_word(
    ptr noalias nocapture %c, i64 %player_stream, i64 %number) alwaysinline nounwind {
  ret i64 0
}

define internal void @rulelang_begin_words(
    ptr noalias nocapture %c, i64 %word, i64 %chance_seed, i64 %number) alwaysinline nounwind {
  %lx = xor i64 %chance_seed, %number
  %chance_stream = call i64 @rulelang_mix(i64 %lx)
  %chance_stream_at = getelementptr i64, ptr %c, i64 $context.chance_stream
  store i64 %chance_stream, ptr %chance_stream_at
  ret void
}

define internal i64 @rulelang_choice_word(
    ptr noalias nocapture %c, i64 %player_stream, i64 %choices) alwaysinline nounwind {
  %x = xor i64 %player_stream, %choices
  %word = call i64 @rulelang_mix(i64 %x)
  ret i64 %word
}
