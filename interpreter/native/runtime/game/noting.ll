; Noting which rules are reached. Each site has two bytes: what is noted in looking ahead goes to
; the second, which nobody reads.
;
; noted() -> i64: where the bytes lie.
; mark(s, c, n): site `n` is reached.
; look(s, c, id, choose) -> i64: see `looking.ll`.

declare i64 @rulelang_look_ahead(ptr, ptr, i64, i64)

@rulelang_noted_bytes = internal global [$noted_bytes x i8] zeroinitializer

define i64 @rulelang_noted() nounwind {
  %at = ptrtoint ptr @rulelang_noted_bytes to i64
  ret i64 %at
}

define internal void @rulelang_mark(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %n) alwaysinline nounwind {
  %aside_at = getelementptr i64, ptr %c, i64 $context.aside
  %aside = load i64, ptr %aside_at
  %place = add i64 %aside, %n
  %at = getelementptr i8, ptr @rulelang_noted_bytes, i64 %place
  store i8 1, ptr %at
  ret void
}

define internal i64 @rulelang_look(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, i64 %choose) nounwind {
  %aside_at = getelementptr i64, ptr %c, i64 $context.aside
  %aside = load i64, ptr %aside_at
  store i64 $sites, ptr %aside_at
  %leads = call i64 @rulelang_look_ahead(ptr %s, ptr %c, i64 %id, i64 %choose)
  store i64 %aside, ptr %aside_at
  ret i64 %leads
}
