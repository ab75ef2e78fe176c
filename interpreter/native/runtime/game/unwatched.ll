; Looking ahead in code that neither notes nor logs; `noting.ll` and `observer_log.ll`
; have their own.
;
; look(s, c, id, choose) -> i64: see `looking.ll`.

declare i64 @rulelang_look_ahead(ptr, ptr, i64, i64)

define internal i64 @rulelang_look(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, i64 %choose)
    alwaysinline nounwind {
  %leads = call i64 @rulelang_look_ahead(ptr %s, ptr %c, i64 %id, i64 %choose)
  ret i64 %leads
}
