; Numbers by which players choose, where nothing is left to chance. The number of the next choice
; depends on nothing that happens before: it is made as soon as a choice is drawn, so that the
; processor works on it while it waits for what is drawn. Behind all that follows from the choice
; it would stand too far off to be seen.
;
; chance_seed(seed) -> i64: what the numbers of chance are made of.
; first_word(c, player_stream, number) -> i64: the number of the first choice of a playout.
; begin_words(c, word, chance_seed, number): a playout begins, with its first number.
; choice_word(c, player_stream, choices) -> i64: the number of a choice; the next one is made.

declare i64 @rulelang_mix(i64)

define internal i64 @rulelang_chance_seed(i64 %seed) alwaysinline nounwind {
  ret i64 0
}

define internal i64 @rulelang_first_word(
    ptr noalias nocapture %c, i64 %player_stream, i64 %number) alwaysinline nounwind {
  %word = call i64 @rulelang_mix(i64 %player_stream)
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
  %word_at = getelementptr i64, ptr %c, i64 $context.word
  %word = load i64, ptr %word_at
  %next = add i64 %choices, 1
  %x = xor i64 %player_stream, %next
  %ahead = call i64 @rulelang_mix(i64 %x)
  store i64 %ahead, ptr %word_at
  ret i64 %word
}
