; Numbers by which players choose, where nothing is left to chance. The number of the next choice
; depends on nothing that happens before: it is made as soon as a choice is drawn, so that the
; processor works on it while it waits for what is drawn. Behind all that follows from the choice
; it would stand too far off to be seen.
;
; first_word(c, minds): a play begins.
; choice_word(c, minds, choices) -> i64: the number of a choice; the next one is made.

declare i64 @rulelang_mix(i64)

define internal void @rulelang_first_word(
    ptr noalias nocapture %c, i64 %minds) alwaysinline nounwind {
  %word = call i64 @rulelang_mix(i64 %minds)
  %word_at = getelementptr i64, ptr %c, i64 $context.word
  store i64 %word, ptr %word_at
  ret void
}

define internal i64 @rulelang_choice_word(
    ptr noalias nocapture %c, i64 %minds, i64 %choices) alwaysinline nounwind {
  %word_at = getelementptr i64, ptr %c, i64 $context.word
  %word = load i64, ptr %word_at
  %next = add i64 %choices, 1
  %x = xor i64 %minds, %next
  %ahead = call i64 @rulelang_mix(i64 %x)
  store i64 %ahead, ptr %word_at
  ret i64 %word
}
