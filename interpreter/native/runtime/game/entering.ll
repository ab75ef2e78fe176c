; How play is begun and gone on with. `s` is a state, `c` the context of a thread, whose first word
; is how the step ended: 0 where it came to a point.
;
; sort(s) -> i64: what play waits for: 0 nothing, it is over; 1 a player; 2 chance.
; start(s, c): set-up, up to the first point.
; take(s, c, id): an action or outcome, up to the next point.
; legal(s, c): list what is legal here. After `start` and `take` it is listed already.
; chance(s, c): list the outcomes of chance here.
; step(from, s, c, id, out) -> i64: `take` on a copy, then `ids`; how many are legal, or a fault
;   with its sign turned.
;
; The game has its own `sorts` and `labels` of points, and what it calls by number:
; enter(s, c, coroutine, local) -> i64: the code of a coroutine, from a place in it; the next
;   label.
; legal_at(s, c, point, only_closing), chance_at(s, c, point): list what there is at a point.

@rulelang_sorts = external constant [0 x i64]
@rulelang_labels = external constant [0 x i64]
declare i64 @rulelang_enter(ptr, ptr, i64, i64)
declare void @rulelang_legal_at(ptr, ptr, i64, i64)
declare void @rulelang_chance_at(ptr, ptr, i64)
declare i64 @rulelang_ids(ptr, ptr)

; Where play waits.
define internal i64 @rulelang_pc(ptr noalias nocapture %s) alwaysinline nounwind {
  %at = getelementptr i8, ptr %s, i64 $pc
  %n = load i$pc_bits, ptr %at
  %pc = sext i$pc_bits %n to i64
  ret i64 %pc
}

define i64 @rulelang_sort(ptr noalias nocapture %s) nounwind {
  %pc = call i64 @rulelang_pc(ptr %s)
  %at = getelementptr i64, ptr @rulelang_sorts, i64 %pc
  %sort = load i64, ptr %at
  ret i64 %sort
}

define void @rulelang_start(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  call void @rulelang_clear(ptr %c)
  call void @rulelang_drive(ptr %s, ptr %c, i64 0)
  ret void
}

; Nothing is noted, spent or gone through yet.
define internal void @rulelang_clear(ptr noalias nocapture %c) alwaysinline nounwind {
  store i64 0, ptr %c
  %steps = getelementptr i64, ptr %c, i64 $context.steps
  store i64 0, ptr %steps
  %looks = getelementptr i64, ptr %c, i64 $context.looks
  store i64 0, ptr %looks
  %gone_through = getelementptr i64, ptr %c, i64 $context.gone_through
  store i64 0, ptr %gone_through
  ret void
}

; Enter coroutines by label until one stops. A label is a coroutine, and where in it; one below 0
; stops.
define internal void @rulelang_drive(
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
  %next = call i64 @rulelang_enter(ptr %s, ptr %c, i64 %coroutine, i64 %local)
  br label %loop
done:
  ret void
}

; Take an action or outcome, with what was spent before.
define internal void @rulelang_go(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {
  %taken_at = getelementptr i64, ptr %c, i64 $context.taken
  store i64 %id, ptr %taken_at
  %pc = call i64 @rulelang_pc(ptr %s)
  %at = getelementptr i64, ptr @rulelang_labels, i64 %pc
  %label = load i64, ptr %at
  call void @rulelang_drive(ptr %s, ptr %c, i64 %label)
  ret void
}

define void @rulelang_take(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {
  call void @rulelang_clear(ptr %c)
  call void @rulelang_go(ptr %s, ptr %c, i64 %id)
  ret void
}

define void @rulelang_legal(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  call void @rulelang_clear(ptr %c)
  %rows_at = getelementptr i64, ptr %c, i64 $context.rows
  store i64 0, ptr %rows_at
  %pc = call i64 @rulelang_pc(ptr %s)
  call void @rulelang_legal_at(ptr %s, ptr %c, i64 %pc, i64 0)
  ret void
}

define void @rulelang_chance(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  call void @rulelang_clear(ptr %c)
  %outcomes_at = getelementptr i64, ptr %c, i64 $context.outcomes
  store i64 0, ptr %outcomes_at
  %pc = call i64 @rulelang_pc(ptr %s)
  call void @rulelang_chance_at(ptr %s, ptr %c, i64 %pc)
  ret void
}

define i64 @rulelang_step(
    ptr noalias nocapture %from, ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id,
    ptr noalias nocapture %out) nounwind {
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 $size, i1 false)
  call void @rulelang_take(ptr %s, ptr %c, i64 %id)
  %fault = load i64, ptr %c
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
  %sort = call i64 @rulelang_sort(ptr %s)
  %asks = icmp eq i64 %sort, 1
  br i1 %asks, label %list, label %none
list:
  %n = call i64 @rulelang_ids(ptr %c, ptr %out)
  ret i64 %n
none:
  ret i64 0
}
