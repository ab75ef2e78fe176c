; Numbers by which players choose, where chance moves too: each is made when it is asked for.
;
; first_word(c, minds), choice_word(c, minds, choices) -> i64: see `words_ahead.ll`.

declare i64 @rulelang_mix(i64)

define internal void @rulelang_first_word(
    ptr noalias nocapture %c, i64 %minds) alwaysinline nounwind {
  ret void
}

define internal i64 @rulelang_choice_word(
    ptr noalias nocapture %c, i64 %minds, i64 %choices) alwaysinline nounwind {
  %x = xor i64 %minds, %choices
  %word = call i64 @rulelang_mix(i64 %x)
  ret i64 %word
}
