; Noting which rules are reached. Each coverage point has two bytes: what is noted in looking
; ahead goes to the second, which nobody reads.
;
; noted() -> i64: where the bytes lie.
; probe(s, c, n): point `n` is reached.
; look(s, c, id, choose) -> i64: see `looking.ll`.

declare i64 @rulelang_look_ahead(ptr, ptr, i64, i64)

@rulelang_noted_bytes = internal global [$noted_bytes x i8] zeroinitializer

define i64 @rulelang_noted() nounwind {
  %at = ptrtoint ptr @rulelang_noted_bytes to i64
  ret i64 %at
}

define internal void @rulelang_probe(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %n) alwaysinline nounwind {
  %offset_at = getelementptr i64, ptr %c, i64 $context.coverage_offset
  %offset = load i64, ptr %offset_at
  %place = add i64 %offset, %n
  %at = getelementptr i8, ptr @rulelang_noted_bytes, i64 %place
  store i8 1, ptr %at
  ret void
}

define internal i64 @rulelang_look(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, i64 %choose) nounwind {
  %offset_at = getelementptr i64, ptr %c, i64 $context.coverage_offset
  %offset = load i64, ptr %offset_at
  store i64 $points, ptr %offset_at
  %leads = call i64 @rulelang_look_ahead(ptr %s, ptr %c, i64 %id, i64 %choose)
  store i64 %offset, ptr %offset_at
  ret i64 %leads
}
