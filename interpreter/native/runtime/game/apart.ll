; How playouts play, where they have code of their own; the game has, by number:
; enter_playout(s, c, coroutine, local) -> i64: as `enter` in `entering.ll`.
;
; play(s, c, label): play on from a label at which somebody is asked, or chance moved.

declare i64 @rulelang_enter_playout(ptr, ptr, i64, i64)

define internal void @rulelang_play(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %label) nounwind {
entry:
  br label %loop
loop:
  %at = phi i64 [ %label, %entry ], [ %next, %enter ]
  %go = icmp sge i64 %at, 0
  br i1 %go, label %enter, label %done
enter:
  %coroutine = lshr i64 %at, $COROUTINE_SHIFT
  %local = and i64 %at, $LOCAL_MASK
  %next = call i64 @rulelang_enter_playout(ptr %s, ptr %c, i64 %coroutine, i64 %local)
  br label %loop
done:
  ret void
}
