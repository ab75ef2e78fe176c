; Changes of possible plays: numbers drawn by lot, put, tried and taken over. A job is what the
; module `chains` says, and the numbers of the play lie in it.
;
; chain_lot(job, limit) -> i64: the next number below a limit.
; chain_share(job) -> double: the next number as one from 0 up to 1.
; chain_spend(job, more): count what moves cost.
; chain_sum(job, n) -> i64: what the first `n` of the ways weigh.
; chain_drawn(job, sum) -> i64: one of the ways, by weight; `sum` is what all weigh.
; chain_ways_at(job, from, point, all) -> i64: what can happen at a state before a point, into
;   `ways`: see `chain_ways`.
; chain_keep(job, point, back): keep the numbers from a point on aside, or put them back.
; chain_rename(job, point, one, other, last) -> i64, chain_redraw_later(job, point, one, other) ->
;   i64: let two kinds, or two outcomes, trade places in what is hidden behind a point; the last
;   point changed, of kinds `last` at least.
; chain_accept(job, begin, stopped): take over what was tried between two points.
; chain_decide(job, start, final, redrawn) -> i64: take other numbers, or leave it at those kept
;   aside; TAKEN, UNTAKEN, or LEFT to the reference. `redrawn`: the point of a redraw, or -1.

declare i64 @rulelang_below(i64, i64, i64)
declare i64 @rulelang_mix(i64)
declare i64 @rulelang_chain_ways(ptr)
declare i64 @rulelang_chain_traded(ptr, i64, i64, i64)
declare i64 @rulelang_chain_replay(ptr)

define internal i64 @rulelang_chain_lot(ptr %job, i64 %limit) nounwind {
  %stream_at = getelementptr i64, ptr %job, i64 $job.stream
  %stream = load i64, ptr %stream_at
  %index_at = getelementptr i64, ptr %job, i64 $job.index
  %index = load i64, ptr %index_at
  %found = call i64 @rulelang_below(i64 %stream, i64 %index, i64 %limit)
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
  ret i64 %found
}

define internal double @rulelang_chain_share(ptr %job) nounwind {
  %stream_at = getelementptr i64, ptr %job, i64 $job.stream
  %stream = load i64, ptr %stream_at
  %index_at = getelementptr i64, ptr %job, i64 $job.index
  %index = load i64, ptr %index_at
  %x = xor i64 %stream, %index
  %word = call i64 @rulelang_mix(i64 %x)
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
  %upper = lshr i64 %word, 11
  %whole = uitofp i64 %upper to double
  %share = fmul double %whole, 0x3CA0000000000000
  ret double %share
}

define internal void @rulelang_chain_spend(ptr %job, i64 %more) nounwind {
  %spent_at = getelementptr i64, ptr %job, i64 $job.spent
  %spent = load i64, ptr %spent_at
  %spent1 = add i64 %spent, %more
  store i64 %spent1, ptr %spent_at
  ret void
}

define internal i64 @rulelang_chain_sum(ptr %job, i64 %n) nounwind {
entry:
  %ways_at = getelementptr i64, ptr %job, i64 $job.ways
  %ways = load ptr, ptr %ways_at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %on, label %done
on:
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %weight_at = getelementptr i64, ptr %ways, i64 %odd
  %weight = load i64, ptr %weight_at
  %sum1 = add i64 %sum, %weight
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 %sum
}

define internal i64 @rulelang_chain_drawn(ptr %job, i64 %sum) nounwind {
entry:
  %ways_at = getelementptr i64, ptr %job, i64 $job.ways
  %ways = load ptr, ptr %ways_at
  %place = call i64 @rulelang_chain_lot(ptr %job, i64 %sum)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %left = phi i64 [ %place, %entry ], [ %left1, %on ]
  %twice = shl i64 %i, 1
  %way = getelementptr i64, ptr %ways, i64 %twice
  %weight_at = getelementptr i64, ptr %way, i64 1
  %weight = load i64, ptr %weight_at
  %left1 = sub i64 %left, %weight
  %i1 = add i64 %i, 1
  %here = icmp slt i64 %left1, 0
  br i1 %here, label %found, label %on
on:
  br label %loop
found:
  %number = load i64, ptr %way
  ret i64 %number
}

define internal i64 @rulelang_chain_ways_at(ptr %job, ptr %from, i64 %point, i64 %all) nounwind {
  %trial_states_at = getelementptr i64, ptr %job, i64 $job.trial_states
  %trial_states = load ptr, ptr %trial_states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %length_at = getelementptr i64, ptr %job, i64 $job.length
  %length = load i64, ptr %length_at
  %behind = add i64 %length, 1
  %place = mul i64 %behind, %stride
  %room = getelementptr i8, ptr %trial_states, i64 %place
  %put_scratch_room = getelementptr i64, ptr %job, i64 $job.scratch
  store ptr %room, ptr %put_scratch_room
  %put_first_from = getelementptr i64, ptr %job, i64 $job.first
  store ptr %from, ptr %put_first_from
  %put_begin_point = getelementptr i64, ptr %job, i64 $job.begin
  store i64 %point, ptr %put_begin_point
  %put_all_all = getelementptr i64, ptr %job, i64 $job.all
  store i64 %all, ptr %put_all_all
  %n = call i64 @rulelang_chain_ways(ptr %job)
  ret i64 %n
}

define internal void @rulelang_chain_keep(ptr %job, i64 %point, i1 %back) nounwind {
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %trial_numbers_at = getelementptr i64, ptr %job, i64 $job.trial_numbers
  %trial_numbers = load ptr, ptr %trial_numbers_at
  %length_at = getelementptr i64, ptr %job, i64 $job.length
  %length = load i64, ptr %length_at
  %mine = getelementptr i64, ptr %numbers, i64 %point
  %aside = getelementptr i64, ptr %trial_numbers, i64 %point
  %count = sub i64 %length, %point
  %bytes = shl i64 %count, 3
  %from = select i1 %back, ptr %aside, ptr %mine
  %to = select i1 %back, ptr %mine, ptr %aside
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret void
}

define internal i64 @rulelang_chain_rename(
    ptr %job, i64 %point, i64 %one, i64 %other, i64 %last) nounwind {
entry:
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %names_at = getelementptr i64, ptr %job, i64 $job.names
  %names = load ptr, ptr %names_at
  %choices_at = getelementptr i64, ptr %job, i64 $job.choices
  %choices = load ptr, ptr %choices_at
  %choice_count_at = getelementptr i64, ptr %job, i64 $job.choice_count
  %choice_count = load i64, ptr %choice_count_at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %end = phi i64 [ %last, %entry ], [ %end1, %on ]
  %more = icmp slt i64 %i, %choice_count
  br i1 %more, label %look, label %done
look:
  %later_at = getelementptr i64, ptr %choices, i64 %i
  %later = load i64, ptr %later_at
  %i1 = add i64 %i, 1
  %behind = icmp sgt i64 %later, %point
  br i1 %behind, label %turn, label %on
turn:
  %number_at = getelementptr i64, ptr %numbers, i64 %later
  %number = load i64, ptr %number_at
  %new = call i64 @rulelang_chain_traded(ptr %names, i64 %number, i64 %one, i64 %other)
  %same = icmp eq i64 %new, %number
  br i1 %same, label %on, label %put
put:
  store i64 %new, ptr %number_at
  %after = icmp sgt i64 %later, %end
  %end_here = select i1 %after, i64 %later, i64 %end
  br label %on
on:
  %end1 = phi i64 [ %end, %look ], [ %end, %turn ], [ %end_here, %put ]
  br label %loop
done:
  ret i64 %end
}

define internal i64 @rulelang_chain_redraw_later(
    ptr %job, i64 %point, i64 %one, i64 %other) nounwind {
entry:
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %draws_at = getelementptr i64, ptr %job, i64 $job.draws
  %draws = load ptr, ptr %draws_at
  %draw_count_at = getelementptr i64, ptr %job, i64 $job.draw_count
  %draw_count = load i64, ptr %draw_count_at
  %both = add i64 %one, %other
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %end = phi i64 [ %point, %entry ], [ %end1, %on ]
  %more = icmp slt i64 %i, %draw_count
  br i1 %more, label %look, label %done
look:
  %later_at = getelementptr i64, ptr %draws, i64 %i
  %later = load i64, ptr %later_at
  %i1 = add i64 %i, 1
  %behind = icmp sgt i64 %later, %point
  br i1 %behind, label %turn, label %on
turn:
  %number_at = getelementptr i64, ptr %numbers, i64 %later
  %number = load i64, ptr %number_at
  %is_one = icmp eq i64 %number, %one
  %is_other = icmp eq i64 %number, %other
  %either = or i1 %is_one, %is_other
  br i1 %either, label %put, label %on
put:
  %new = sub i64 %both, %number
  store i64 %new, ptr %number_at
  br label %on
on:
  %end1 = phi i64 [ %end, %look ], [ %end, %turn ], [ %later, %put ]
  br label %loop
done:
  ret i64 %end
}

define internal void @rulelang_chain_accept(ptr %job, i64 %begin, i64 %stopped) nounwind {
  %factors_at = getelementptr i64, ptr %job, i64 $job.factors
  %factors = load ptr, ptr %factors_at
  %states_at = getelementptr i64, ptr %job, i64 $job.states
  %states = load ptr, ptr %states_at
  %trial_factors_at = getelementptr i64, ptr %job, i64 $job.trial_factors
  %trial_factors = load ptr, ptr %trial_factors_at
  %trial_states_at = getelementptr i64, ptr %job, i64 $job.trial_states
  %trial_states = load ptr, ptr %trial_states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %count = sub i64 %stopped, %begin
  %factor_at = getelementptr double, ptr %factors, i64 %begin
  %trial_factor_at = getelementptr double, ptr %trial_factors, i64 %begin
  %bytes = shl i64 %count, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %factor_at, ptr %trial_factor_at, i64 %bytes, i1 false)
  %next = add i64 %begin, 1
  %place = mul i64 %next, %stride
  %state_at = getelementptr i8, ptr %states, i64 %place
  %trial_at = getelementptr i8, ptr %trial_states, i64 %place
  %all = mul i64 %count, %stride
  call void @llvm.memcpy.p0.p0.i64(ptr %state_at, ptr %trial_at, i64 %all, i1 false)
  ret void
}

define internal i64 @rulelang_chain_decide(
    ptr %job, i64 %start, i64 %final, i64 %redrawn) nounwind {
entry:
  %length_at = getelementptr i64, ptr %job, i64 $job.length
  %length = load i64, ptr %length_at
  %states_at = getelementptr i64, ptr %job, i64 $job.states
  %states = load ptr, ptr %states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %factors_at = getelementptr i64, ptr %job, i64 $job.factors
  %factors = load ptr, ptr %factors_at
  %trial_factors_at = getelementptr i64, ptr %job, i64 $job.trial_factors
  %trial_factors = load ptr, ptr %trial_factors_at
  %place = mul i64 %start, %stride
  %from = getelementptr i8, ptr %states, i64 %place
  %put_begin_start = getelementptr i64, ptr %job, i64 $job.begin
  store i64 %start, ptr %put_begin_start
  %put_end_length = getelementptr i64, ptr %job, i64 $job.end
  store i64 %length, ptr %put_end_length
  %put_last_final = getelementptr i64, ptr %job, i64 $job.last
  store i64 %final, ptr %put_last_final
  %put_first_from = getelementptr i64, ptr %job, i64 $job.first
  store ptr %from, ptr %put_first_from
  %put_ratio_1_0 = getelementptr i64, ptr %job, i64 $job.ratio
  store double 1.0, ptr %put_ratio_1_0
  call void @rulelang_chain_spend(ptr %job, i64 $RETRY_COST)
  %stopped = call i64 @rulelang_chain_replay(ptr %job)
  %status_at = getelementptr i64, ptr %job, i64 $job.status
  %status = load i64, ptr %status_at
  %ratio_at = getelementptr i64, ptr %job, i64 $job.ratio
  %ratio = load double, ptr %ratio_at
  switch i64 %status, label %leave [ i64 $AGREED, label %weigh i64 $REFUSED, label %back ]
weigh:
  %redraws = icmp sge i64 %redrawn, 0
  br i1 %redraws, label %mend, label %compare
mend:
  %old_at = getelementptr double, ptr %factors, i64 %redrawn
  %old = load double, ptr %old_at
  %new_at = getelementptr double, ptr %trial_factors, i64 %redrawn
  %new = load double, ptr %new_at
  %by = fdiv double %old, %new
  %mended = fmul double %ratio, %by
  br label %compare
compare:
  %likelier = phi double [ %ratio, %weigh ], [ %mended, %mend ]
  %surely = fcmp oge double %likelier, 1.0
  br i1 %surely, label %take, label %toss
toss:
  %share = call double @rulelang_chain_share(ptr %job)
  %lucky = fcmp olt double %share, %likelier
  br i1 %lucky, label %take, label %back
take:
  call void @rulelang_chain_accept(ptr %job, i64 %start, i64 %stopped)
  ret i64 $TAKEN
back:
  call void @rulelang_chain_keep(ptr %job, i64 %start, i1 true)
  ret i64 $UNTAKEN
leave:
  call void @rulelang_chain_keep(ptr %job, i64 %start, i1 true)
  ret i64 $LEFT
}
