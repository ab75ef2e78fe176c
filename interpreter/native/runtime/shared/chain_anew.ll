; The end of a possible play drawn anew, or gone on with. A job is what the module `chains` says.
;
; chain_anew(job) -> i64: a move that draws all steps anew from some point on; TAKEN, UNTAKEN,
;   LEFT.
; chain_step(job) -> i64: take the play one step on, by lot; TAKEN, UNTAKEN where nothing agrees,
;   LEFT where the reference has to. The share of what agrees is in `ratio`.
;
; chain_agreeing(job, from, point) -> double: the share of what shows what was seen at a state
;   before a point, or -1.0 where that is not said. The numbers are in `ways`, what they weigh in
;   `weighed`.
; chain_put(job, from, to, point, number, at) -> i64: take a number that is possible from one state
;   to another, and note its factor; TAKEN, UNTAKEN, LEFT.

declare i64 @rulelang_chain_ways_at(ptr, ptr, i64, i64)
declare void @rulelang_chain_spend(ptr, i64)
declare i64 @rulelang_chain_sum(ptr, i64)
declare i1 @rulelang_chain_expect(ptr, i64)
declare double @rulelang_chain_factor(ptr, ptr, i64, i64, i1)
declare i64 @rulelang_chain_taken(ptr, ptr, ptr, i64)
declare i64 @rulelang_chain_lot(ptr, i64)
declare i64 @rulelang_chain_drawn(ptr, i64)
declare double @rulelang_chain_share(ptr)
declare void @rulelang_chain_keep(ptr, i64, i1)
declare void @rulelang_chain_accept(ptr, i64, i64)

define internal double @rulelang_chain_agreeing(ptr %job, ptr %from, i64 %point) nounwind {
entry:
  %n = call i64 @rulelang_chain_ways_at(ptr %job, ptr %from, i64 %point, i64 0)
  %told = icmp sge i64 %n, 0
  br i1 %told, label %weigh, label %unsaid
unsaid:
  ret double -1.0
weigh:
  %cost = add i64 %n, 1
  call void @rulelang_chain_spend(ptr %job, i64 %cost)
  %sum = call i64 @rulelang_chain_sum(ptr %job, i64 %n)
  %put_weighed_sum = getelementptr i64, ptr %job, i64 $job.weighed
  store i64 %sum, ptr %put_weighed_sum
  %total_at = getelementptr i64, ptr %job, i64 $job.total
  %total = load i64, ptr %total_at
  %part = sitofp i64 %sum to double
  %whole = sitofp i64 %total to double
  %share = fdiv double %part, %whole
  ret double %share
}

define internal i64 @rulelang_chain_put(
    ptr %job, ptr %from, ptr %to, i64 %point, i64 %number, ptr %at) nounwind {
entry:
  %told = call i1 @rulelang_chain_expect(ptr %job, i64 %point)
  br i1 %told, label %weigh, label %unsaid
weigh:
  %factor = call double @rulelang_chain_factor(
    ptr %job, ptr %from, i64 %point, i64 %number, i1 false)
  %possible = fcmp ogt double %factor, 0.0
  br i1 %possible, label %take, label %refused
take:
  %said = call i64 @rulelang_chain_taken(ptr %job, ptr %from, ptr %to, i64 %number)
  %agreed = icmp eq i64 %said, 1
  br i1 %agreed, label %note, label %not
not:
  %untold = icmp eq i64 %said, $UNRECORDED
  br i1 %untold, label %unsaid, label %refused
note:
  store double %factor, ptr %at
  ret i64 $TAKEN
refused:
  ret i64 $UNTAKEN
unsaid:
  ret i64 $LEFT
}

define internal i64 @rulelang_chain_anew(ptr %job) nounwind {
entry:
  %length_at = getelementptr i64, ptr %job, i64 $job.length
  %length = load i64, ptr %length_at
  %anchor_at = getelementptr i64, ptr %job, i64 $job.anchor
  %anchor = load i64, ptr %anchor_at
  %states_at = getelementptr i64, ptr %job, i64 $job.states
  %states = load ptr, ptr %states_at
  %trial_states_at = getelementptr i64, ptr %job, i64 $job.trial_states
  %trial_states = load ptr, ptr %trial_states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %roles_at = getelementptr i64, ptr %job, i64 $job.roles
  %roles = load ptr, ptr %roles_at
  %own_at = getelementptr i64, ptr %job, i64 $job.own
  %own = load ptr, ptr %own_at
  %trial_numbers_at = getelementptr i64, ptr %job, i64 $job.trial_numbers
  %trial_numbers = load ptr, ptr %trial_numbers_at
  %trial_factors_at = getelementptr i64, ptr %job, i64 $job.trial_factors
  %trial_factors = load ptr, ptr %trial_factors_at
  %near = call i64 @rulelang_chain_lot(ptr %job, i64 8)
  %open = sub i64 %length, %anchor
  %close = call i64 @llvm.smin.i64(i64 $NEAR, i64 %open)
  %nearly = icmp ne i64 %near, 0
  %reach = select i1 %nearly, i64 %close, i64 %open
  %some = icmp sgt i64 %reach, 0
  br i1 %some, label %begin, label %stay
stay:
  ret i64 $UNTAKEN
leave:
  ret i64 $LEFT
begin:
  %back = call i64 @rulelang_chain_lot(ptr %job, i64 %reach)
  %end = sub i64 %length, 1
  %start = sub i64 %end, %back
  %place = mul i64 %start, %stride
  %first = getelementptr i8, ptr %states, i64 %place
  br label %loop
loop:
  %t = phi i64 [ %start, %begin ], [ %t1, %on ]
  %from = phi ptr [ %first, %begin ], [ %to, %on ]
  %ratio = phi double [ 1.0, %begin ], [ %ratio1, %on ]
  %more = icmp slt i64 %t, %length
  br i1 %more, label %look, label %weigh
look:
  %role_at = getelementptr i64, ptr %roles, i64 %t
  %role = load i64, ptr %role_at
  %t1 = add i64 %t, 1
  %next = mul i64 %t1, %stride
  %to = getelementptr i8, ptr %trial_states, i64 %next
  %is_own = icmp eq i64 %role, 0
  br i1 %is_own, label %mine, label %others
mine:
  %chosen_at = getelementptr i64, ptr %own, i64 %t
  %own_number = load i64, ptr %chosen_at
  br label %push
others:
  %share = call double @rulelang_chain_agreeing(ptr %job, ptr %from, i64 %t)
  %told = fcmp oge double %share, 0.0
  br i1 %told, label %any, label %leave
any:
  %possible = fcmp ogt double %share, 0.0
  br i1 %possible, label %draw, label %stay
draw:
  %weighed_at = getelementptr i64, ptr %job, i64 $job.weighed
  %weighed = load i64, ptr %weighed_at
  %drawn = call i64 @rulelang_chain_drawn(ptr %job, i64 %weighed)
  %less = fmul double %ratio, %share
  br label %push
push:
  %number = phi i64 [ %own_number, %mine ], [ %drawn, %draw ]
  %ratio1 = phi double [ %ratio, %mine ], [ %less, %draw ]
  call void @rulelang_chain_spend(ptr %job, i64 1)
  %number_at = getelementptr i64, ptr %trial_numbers, i64 %t
  store i64 %number, ptr %number_at
  %factor_at = getelementptr double, ptr %trial_factors, i64 %t
  %said = call i64 @rulelang_chain_put(
    ptr %job, ptr %from, ptr %to, i64 %t, i64 %number, ptr %factor_at)
  switch i64 %said, label %leave [ i64 $TAKEN, label %on i64 $UNTAKEN, label %stay ]
on:
  br label %loop
weigh:
  br label %back_loop
back_loop:
  %s = phi i64 [ %start, %weigh ], [ %s1, %back_on ]
  %rate = phi double [ %ratio, %weigh ], [ %rate1, %back_on ]
  %left = icmp slt i64 %s, %length
  br i1 %left, label %back_look, label %toss
back_look:
  %s1 = add i64 %s, 1
  %old_role_at = getelementptr i64, ptr %roles, i64 %s
  %old_role = load i64, ptr %old_role_at
  %was_own = icmp eq i64 %old_role, 0
  br i1 %was_own, label %back_on, label %back_others
back_others:
  %old_place = mul i64 %s, %stride
  %old = getelementptr i8, ptr %states, i64 %old_place
  %old_share = call double @rulelang_chain_agreeing(ptr %job, ptr %old, i64 %s)
  %old_told = fcmp oge double %old_share, 0.0
  br i1 %old_told, label %divide, label %leave
divide:
  %divided = fdiv double %rate, %old_share
  br label %back_on
back_on:
  %rate1 = phi double [ %rate, %back_look ], [ %divided, %divide ]
  br label %back_loop
toss:
  %unsure = fcmp olt double %rate, 1.0
  br i1 %unsure, label %lot, label %take
lot:
  %chance = call double @rulelang_chain_share(ptr %job)
  %fails = fcmp oge double %chance, %rate
  br i1 %fails, label %stay, label %take
take:
  call void @rulelang_chain_keep(ptr %job, i64 %start, i1 true)
  call void @rulelang_chain_accept(ptr %job, i64 %start, i64 %length)
  ret i64 $TAKEN
}

define i64 @rulelang_chain_step(ptr %job) nounwind {
entry:
  %length_at = getelementptr i64, ptr %job, i64 $job.length
  %length = load i64, ptr %length_at
  %states_at = getelementptr i64, ptr %job, i64 $job.states
  %states = load ptr, ptr %states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %roles_at = getelementptr i64, ptr %job, i64 $job.roles
  %roles = load ptr, ptr %roles_at
  %own_at = getelementptr i64, ptr %job, i64 $job.own
  %own = load ptr, ptr %own_at
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %factors_at = getelementptr i64, ptr %job, i64 $job.factors
  %factors = load ptr, ptr %factors_at
  %index_at = getelementptr i64, ptr %job, i64 $job.index
  %index = load i64, ptr %index_at
  %spent_at = getelementptr i64, ptr %job, i64 $job.spent
  %spent = load i64, ptr %spent_at
  %place = mul i64 %length, %stride
  %from = getelementptr i8, ptr %states, i64 %place
  %to = getelementptr i8, ptr %from, i64 %stride
  %role_at = getelementptr i64, ptr %roles, i64 %length
  %role = load i64, ptr %role_at
  %is_own = icmp eq i64 %role, 0
  br i1 %is_own, label %mine, label %others
mine:
  %chosen_at = getelementptr i64, ptr %own, i64 %length
  %own_number = load i64, ptr %chosen_at
  br label %push
others:
  %share = call double @rulelang_chain_agreeing(ptr %job, ptr %from, i64 %length)
  %told = fcmp oge double %share, 0.0
  br i1 %told, label %any, label %leave
any:
  %possible = fcmp ogt double %share, 0.0
  br i1 %possible, label %draw, label %none
none:
  ret i64 $UNTAKEN
draw:
  %weighed_at = getelementptr i64, ptr %job, i64 $job.weighed
  %weighed = load i64, ptr %weighed_at
  %drawn = call i64 @rulelang_chain_drawn(ptr %job, i64 %weighed)
  br label %push
push:
  %number = phi i64 [ %own_number, %mine ], [ %drawn, %draw ]
  %agreed = phi double [ 1.0, %mine ], [ %share, %draw ]
  %number_at = getelementptr i64, ptr %numbers, i64 %length
  store i64 %number, ptr %number_at
  %factor_at = getelementptr double, ptr %factors, i64 %length
  %said = call i64 @rulelang_chain_put(
    ptr %job, ptr %from, ptr %to, i64 %length, i64 %number, ptr %factor_at)
  %put_ratio_agreed = getelementptr i64, ptr %job, i64 $job.ratio
  store double %agreed, ptr %put_ratio_agreed
  %unsaid = icmp eq i64 %said, $LEFT
  br i1 %unsaid, label %leave, label %done
done:
  ret i64 %said
leave:
  store i64 %index, ptr %index_at
  store i64 %spent, ptr %spent_at
  ret i64 $LEFT
}
