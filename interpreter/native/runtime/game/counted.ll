; What play may do from one point to the next is counted.
;
; begin_effort(c): nothing is spent, and nobody looked ahead.

define internal void @rulelang_begin_effort(ptr noalias nocapture %c) alwaysinline nounwind {
  %steps_at = getelementptr i64, ptr %c, i64 $context.steps
  store i64 0, ptr %steps_at
  %looks_at = getelementptr i64, ptr %c, i64 $context.looks
  store i64 0, ptr %looks_at
  ret void
}
