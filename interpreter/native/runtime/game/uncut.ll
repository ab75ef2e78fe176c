; What playouts do where the game has no standing: as `cut.ll`, but all go on to their end.
;
; most_drawn(c) -> i64; draws_one(c); stand(s, c).

define internal i64 @rulelang_most_drawn(ptr noalias nocapture %c) alwaysinline nounwind {
  ret i64 2
}

define internal void @rulelang_draws_one(ptr noalias nocapture %c) alwaysinline nounwind {
  ret void
}

define internal void @rulelang_stand(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
  ret void
}
