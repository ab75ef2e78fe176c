; What the code of each game calls.
;
; floordiv, floormod(a, b) -> i64: rounded down, for any sign; `b` is not 0.
; fault(c, code): note how the step ends, unless something is noted already.
; spend(c, steps) -> i1: count steps of loops; true where the budget is spent, which is noted.
; count_one(c) -> i1: count an element that a loop goes through; false where there were too many.
; room(c, wanted) -> i1: whether so many rows of legal actions still fit; if not, that is noted.
; row(c, base, mask): list the actions `base` + each bit of `mask`; nothing for an empty mask.
; row_unchecked(c, base, mask): the same where there is room.
; outcome(c, id, weight): list an outcome of chance.
; count(c) -> i64: how many actions are listed.
; nth(c, place) -> i64: the action listed at a place.
; ids(c, out) -> i64: write all of them to `out`, ascending; how many.

declare i64 @rulelang_bit(i64, i64)

define internal i64 @rulelang_floordiv(i64 %a, i64 %b) alwaysinline nounwind {
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %some = icmp ne i64 %r, 0
  %x = xor i64 %r, %b
  %apart = icmp slt i64 %x, 0
  %less = and i1 %some, %apart
  %one = zext i1 %less to i64
  %f = sub i64 %q, %one
  ret i64 %f
}

define internal i64 @rulelang_floormod(i64 %a, i64 %b) alwaysinline nounwind {
  %r = srem i64 %a, %b
  %some = icmp ne i64 %r, 0
  %x = xor i64 %r, %b
  %apart = icmp slt i64 %x, 0
  %more = and i1 %some, %apart
  %add = select i1 %more, i64 %b, i64 0
  %f = add i64 %r, %add
  ret i64 %f
}

define internal void @rulelang_fault(ptr noalias nocapture %c, i64 %code) cold noinline nounwind {
  %old = load i64, ptr %c
  %clear = icmp eq i64 %old, 0
  %new = select i1 %clear, i64 %code, i64 %old
  store i64 %new, ptr %c
  ret void
}

define internal i1 @rulelang_spend(ptr noalias nocapture %c, i64 %steps) alwaysinline nounwind {
  %old_at = getelementptr i64, ptr %c, i64 $context.steps
  %old = load i64, ptr %old_at
  %new = add i64 %old, %steps
  store i64 %new, ptr %old_at
  %over = icmp sgt i64 %new, $budget
  br i1 %over, label %spent, label %on
spent:
  call void @rulelang_fault(ptr %c, i64 $SPENT)
  ret i1 true
on:
  ret i1 false
}

define internal i1 @rulelang_count_one(ptr noalias nocapture %c) alwaysinline nounwind {
  %old_at = getelementptr i64, ptr %c, i64 $context.gone_through
  %old = load i64, ptr %old_at
  %new = add i64 %old, 1
  store i64 %new, ptr %old_at
  %over = icmp sgt i64 %new, $MOST_GONE_THROUGH
  br i1 %over, label %spent, label %on
spent:
  call void @rulelang_fault(ptr %c, i64 $SPENT)
  ret i1 false
on:
  ret i1 true
}

define internal i1 @rulelang_room(ptr noalias nocapture %c, i64 %wanted) alwaysinline nounwind {
  %rows_at = getelementptr i64, ptr %c, i64 $context.rows
  %rows = load i64, ptr %rows_at
  %capacity_at = getelementptr i64, ptr %c, i64 $context.capacity
  %capacity = load i64, ptr %capacity_at
  %after = add i64 %rows, %wanted
  %fits = icmp sle i64 %after, %capacity
  br i1 %fits, label %on, label %crowded
crowded:
  call void @rulelang_fault(ptr %c, i64 $CROWDED)
  ret i1 false
on:
  ret i1 true
}

define internal void @rulelang_row_unchecked(
    ptr noalias nocapture %c, i64 %base, i64 %mask) alwaysinline nounwind {
  %rows_at = getelementptr i64, ptr %c, i64 $context.rows
  %rows = load i64, ptr %rows_at
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  %twice = shl i64 %rows, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  store i64 %base, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %mask, ptr %second
  %some = icmp ne i64 %mask, 0
  %one = zext i1 %some to i64
  %next = add i64 %rows, %one
  store i64 %next, ptr %rows_at
  ret void
}

define internal void @rulelang_row(
    ptr noalias nocapture %c, i64 %base, i64 %mask) alwaysinline nounwind {
  %fits = call i1 @rulelang_room(ptr %c, i64 1)
  br i1 %fits, label %put, label %done
put:
  call void @rulelang_row_unchecked(ptr %c, i64 %base, i64 %mask)
  ret void
done:
  ret void
}

define internal void @rulelang_outcome(
    ptr noalias nocapture %c, i64 %id, i64 %weight) alwaysinline nounwind {
  %outcomes_at = getelementptr i64, ptr %c, i64 $context.outcomes
  %outcomes = load i64, ptr %outcomes_at
  %outcome_capacity_at = getelementptr i64, ptr %c, i64 $context.outcome_capacity
  %outcome_capacity = load i64, ptr %outcome_capacity_at
  %outcome_buffer_at = getelementptr i64, ptr %c, i64 $context.outcome_buffer
  %outcome_buffer = load ptr, ptr %outcome_buffer_at
  %fits = icmp slt i64 %outcomes, %outcome_capacity
  br i1 %fits, label %put, label %crowded
put:
  %twice = shl i64 %outcomes, 1
  %first = getelementptr i64, ptr %outcome_buffer, i64 %twice
  store i64 %id, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %weight, ptr %second
  %next = add i64 %outcomes, 1
  store i64 %next, ptr %outcomes_at
  ret void
crowded:
  call void @rulelang_fault(ptr %c, i64 $CROWDED)
  ret void
}

define internal i64 @rulelang_count(ptr noalias nocapture %c) alwaysinline nounwind {
  %own_at = getelementptr i64, ptr %c, i64 $context.own
  %own = load i64, ptr %own_at
  %extra_at = getelementptr i64, ptr %c, i64 $context.extra
  %extra = load i64, ptr %extra_at
  %closing_at = getelementptr i64, ptr %c, i64 $context.closing
  %closing = load i64, ptr %closing_at
  %open = add i64 %own, %extra
  %all = add i64 %open, %closing
  ret i64 %all
}

define internal i64 @rulelang_nth(ptr noalias nocapture %c, i64 %place) nounwind {
entry:
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %pass ]
  %left = phi i64 [ %place, %entry ], [ %fewer, %pass ]
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  %second = getelementptr i64, ptr %first, i64 1
  %mask = load i64, ptr %second
  %bits = call i64 @llvm.ctpop.i64(i64 %mask)
  %here = icmp slt i64 %left, %bits
  br i1 %here, label %found, label %pass
pass:
  %fewer = sub i64 %left, %bits
  %next = add i64 %i, 1
  br label %loop
found:
  %base = load i64, ptr %first
  %bit = call i64 @rulelang_bit(i64 %mask, i64 %left)
  %id = add i64 %base, %bit
  ret i64 %id
}

define i64 @rulelang_ids(ptr noalias nocapture %c, ptr noalias nocapture %out) nounwind {
entry:
  %rows_at = getelementptr i64, ptr %c, i64 $context.rows
  %rows = load i64, ptr %rows_at
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %emptied ]
  %count = phi i64 [ 0, %entry ], [ %sofar, %emptied ]
  %go = icmp slt i64 %i, %rows
  br i1 %go, label %body, label %done
body:
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  %second = getelementptr i64, ptr %first, i64 1
  %base = load i64, ptr %first
  %whole = load i64, ptr %second
  br label %bits
bits:
  %mask = phi i64 [ %whole, %body ], [ %rest, %put ]
  %sofar = phi i64 [ %count, %body ], [ %more, %put ]
  %some = icmp ne i64 %mask, 0
  br i1 %some, label %put, label %emptied
put:
  %bit = call i64 @llvm.cttz.i64(i64 %mask, i1 true)
  %id = add i64 %base, %bit
  %slot = getelementptr i64, ptr %out, i64 %sofar
  store i64 %id, ptr %slot
  %more = add i64 %sofar, 1
  %less = sub i64 %mask, 1
  %rest = and i64 %mask, %less
  br label %bits
emptied:
  %next = add i64 %i, 1
  br label %loop
done:
  ret i64 %count
}
