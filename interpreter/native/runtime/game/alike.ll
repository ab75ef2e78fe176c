; How playouts play, where they have no code of their own; `apart.ll` is for where they have.
;
; play(s, c, label): play on from a label.

declare void @rulelang_drive(ptr, ptr, i64)

define internal void @rulelang_play(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %label) alwaysinline nounwind {
  call void @rulelang_drive(ptr %s, ptr %c, i64 %label)
  ret void
}
