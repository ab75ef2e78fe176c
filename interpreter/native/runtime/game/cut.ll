; What playouts do where the game has a standing, which counts where a playout is cut. The
; context's `horizon` is one more than what may be drawn; 0: as much as there is. While a playout
; runs, `auto` is how much is still drawn; 0: none of it here.
;
; most_drawn(c) -> i64: how much a playout may draw; 0: nothing.
; draws_one(c): count down what is still drawn.
; stand(s, c): a playout that is not at its end is worth where it stands.

declare i64 @rulelang_sort(ptr)
declare void @rulelang_clear(ptr)
declare i64 @rulelang_standing(ptr, ptr)

define internal i64 @rulelang_most_drawn(ptr noalias nocapture %c) alwaysinline nounwind {
  %horizon_at = getelementptr i64, ptr %c, i64 $context.horizon
  %horizon = load i64, ptr %horizon_at
  %most = sub i64 %horizon, 1
  ret i64 %most
}

define internal void @rulelang_draws_one(ptr noalias nocapture %c) alwaysinline nounwind {
  %auto_at = getelementptr i64, ptr %c, i64 $context.auto
  %auto = load i64, ptr %auto_at
  %auto_on = icmp ne i64 %auto, 0
  %auto_by = sext i1 %auto_on to i64
  %auto1 = add i64 %auto, %auto_by
  store i64 %auto1, ptr %auto_at
  ret void
}

define internal void @rulelang_stand(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
  %failed = load i64, ptr %c
  %fine = icmp eq i64 %failed, 0
  %waits_for = call i64 @rulelang_sort(ptr %s)
  %waits = icmp ne i64 %waits_for, 0
  %stands = and i1 %fine, %waits
  br i1 %stands, label %stand, label %done
stand:
  call void @rulelang_clear(ptr %c)
  call i64 @rulelang_standing(ptr %s, ptr %c)
  br label %done
done:
  ret void
}
