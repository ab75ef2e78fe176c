; Steps of possible plays. A chain is one play as its numbers, the state before each, and the
; factor of each in how likely the play is. A job (the module `chains` says what it is) tells which
; chain, from where, and what the player saw of each step of the real play, in words of
; `observer_log`.
;
; chain_replay(job) -> i64: take the numbers from a point on, on trial memory, for as long as each
;   is possible and shows the player what he saw; where it stopped.
; chain_ways(job) -> i64: list what can happen at the point `begin` (`all`: all of it; else what
;   shows the player what he saw) in `ways`; how many, or -1 where that is not said. `total`: what
;   all weigh.
;
; For these and other files:
; chain_expect(job, t) -> i1: put what was seen of step `t` where the game's code looks; false
;   where that is not told natively.
; chain_taken(job, from, to, number) -> i64: take a number from one state to another, and tell: 1
;   where it looks as expected, UNRECORDED where that is not said.
; chain_same(one, other, bytes) -> i1: whether two states are alike.
; chain_factor(job, from, t, number, arrived) -> double: how likely a number is at point `t`: by
;   the weights of chance, or one of the legal actions, or 1.0 for the player's own; -1.0 where it
;   cannot be. `arrived`: a step has just come to this state, so what is legal has been listed.
; chain_listed(job, from) -> i64: what can happen at a state, with weights, into `ways`; how many.

define internal i1 @rulelang_chain_expect(ptr %job, i64 %t) nounwind {
  %starts_at = getelementptr i64, ptr %job, i64 $job.starts
  %starts = load ptr, ptr %starts_at
  %lengths_at = getelementptr i64, ptr %job, i64 $job.lengths
  %lengths = load ptr, ptr %lengths_at
  %arena_at = getelementptr i64, ptr %job, i64 $job.arena
  %arena = load ptr, ptr %arena_at
  %nexts_at = getelementptr i64, ptr %job, i64 $job.nexts
  %nexts = load ptr, ptr %nexts_at
  %log_at = getelementptr i64, ptr %job, i64 $job.log
  %log = load ptr, ptr %log_at
  %start_at = getelementptr i64, ptr %starts, i64 %t
  %start = load i64, ptr %start_at
  %length_at = getelementptr i64, ptr %lengths, i64 %t
  %length = load i64, ptr %length_at
  %next_at = getelementptr i64, ptr %nexts, i64 %t
  %next = load i64, ptr %next_at
  %wanted_at = getelementptr i64, ptr %log, i64 $log.next
  store i64 %next, ptr %wanted_at
  %expected_at = getelementptr i64, ptr %log, i64 $log.expected
  store i64 %length, ptr %expected_at
  %some = icmp sge i64 %length, 0
  br i1 %some, label %copy, label %untold
copy:
  %from = getelementptr i64, ptr %arena, i64 %start
  %into = getelementptr i64, ptr %log, i64 $expected_words
  %bytes = shl i64 %length, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %into, ptr %from, i64 %bytes, i1 false)
  ret i1 true
untold:
  ret i1 false
}

define internal i64 @rulelang_chain_taken(ptr %job, ptr %from, ptr %to, i64 %number) nounwind {
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %agrees_at = getelementptr i64, ptr %job, i64 $job.agrees
  %agrees = load ptr, ptr %agrees_at
  %said = call i64 %agrees(ptr %from, ptr %to, ptr %context, i64 %number)
  %gave_up = icmp sle i64 %said, -$SPENT
  %result = select i1 %gave_up, i64 $UNRECORDED, i64 %said
  ret i64 %result
}

define internal i1 @rulelang_chain_same(ptr %one, ptr %other, i64 %bytes) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %more = icmp slt i64 %i, %bytes
  br i1 %more, label %look, label %yes
look:
  %one_at = getelementptr i8, ptr %one, i64 %i
  %a = load i64, ptr %one_at
  %other_at = getelementptr i8, ptr %other, i64 %i
  %b = load i64, ptr %other_at
  %i1 = add i64 %i, 8
  %alike = icmp eq i64 %a, %b
  br i1 %alike, label %on, label %no
on:
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

define internal double @rulelang_chain_factor(
    ptr %job, ptr %from, i64 %t, i64 %number, i1 %arrived) nounwind {
entry:
  %roles_at = getelementptr i64, ptr %job, i64 $job.roles
  %roles = load ptr, ptr %roles_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %sort_at = getelementptr i64, ptr %job, i64 $job.sort
  %sort = load ptr, ptr %sort_at
  %legal_at = getelementptr i64, ptr %job, i64 $job.legal
  %legal = load ptr, ptr %legal_at
  %chance_at = getelementptr i64, ptr %job, i64 $job.chance
  %chance = load ptr, ptr %chance_at
  %ids_at = getelementptr i64, ptr %job, i64 $job.ids
  %ids = load ptr, ptr %ids_at
  %role_at = getelementptr i64, ptr %roles, i64 %t
  %role = load i64, ptr %role_at
  %sort_here = call i64 %sort(ptr %from)
  %tossed = icmp eq i64 %role, 2
  %waited = select i1 %tossed, i64 2, i64 1
  %fits = icmp eq i64 %sort_here, %waited
  br i1 %fits, label %ask, label %never
ask:
  br i1 %tossed, label %toss, label %choose
choose:
  br i1 %arrived, label %collect, label %list
list:
  call void %legal(ptr %from, ptr %context)
  br label %collect
collect:
  %n = call i64 %ids(ptr %context, ptr %options)
  br label %seek
seek:
  %i = phi i64 [ 0, %collect ], [ %i1, %pass ]
  %some = icmp slt i64 %i, %n
  br i1 %some, label %compare, label %never
compare:
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %i1 = add i64 %i, 1
  %this = icmp eq i64 %id, %number
  br i1 %this, label %legal_here, label %pass
pass:
  br label %seek
legal_here:
  %count = sitofp i64 %n to double
  %share = fdiv double 1.0, %count
  %own = icmp eq i64 %role, 0
  %told = select i1 %own, double 1.0, double %share
  ret double %told
toss:
  call void %chance(ptr %from, ptr %context)
  %outcomes_at = getelementptr i64, ptr %context, i64 $context.outcomes
  %outcomes = load i64, ptr %outcomes_at
  %outcome_buffer_at = getelementptr i64, ptr %context, i64 $context.outcome_buffer
  %outcome_buffer = load ptr, ptr %outcome_buffer_at
  br label %weigh
weigh:
  %k = phi i64 [ 0, %toss ], [ %k1, %add ]
  %whole = phi i64 [ 0, %toss ], [ %whole1, %add ]
  %part = phi i64 [ 0, %toss ], [ %part1, %add ]
  %left = icmp slt i64 %k, %outcomes
  br i1 %left, label %add, label %weighed
add:
  %twice = shl i64 %k, 1
  %face_at = getelementptr i64, ptr %outcome_buffer, i64 %twice
  %face = load i64, ptr %face_at
  %weight_at = getelementptr i64, ptr %face_at, i64 1
  %weight = load i64, ptr %weight_at
  %whole1 = add i64 %whole, %weight
  %mine = icmp eq i64 %face, %number
  %gain = select i1 %mine, i64 %weight, i64 0
  %part1 = add i64 %part, %gain
  %k1 = add i64 %k, 1
  br label %weigh
weighed:
  %possible = icmp sgt i64 %part, 0
  br i1 %possible, label %shared, label %never
shared:
  %parted = sitofp i64 %part to double
  %wholly = sitofp i64 %whole to double
  %chanced = fdiv double %parted, %wholly
  ret double %chanced
never:
  ret double -1.0
}

define i64 @rulelang_chain_replay(ptr %job) nounwind {
entry:
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
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
  %begin_at = getelementptr i64, ptr %job, i64 $job.begin
  %begin = load i64, ptr %begin_at
  %end_at = getelementptr i64, ptr %job, i64 $job.end
  %end = load i64, ptr %end_at
  %last_at = getelementptr i64, ptr %job, i64 $job.last
  %last = load i64, ptr %last_at
  %first_at = getelementptr i64, ptr %job, i64 $job.first
  %first = load ptr, ptr %first_at
  %ratio_at = getelementptr i64, ptr %job, i64 $job.ratio
  %ratio = load double, ptr %ratio_at
  %status_at = getelementptr i64, ptr %job, i64 $job.status
  br label %loop
loop:
  %t = phi i64 [ %begin, %entry ], [ %t1, %on ]
  %from = phi ptr [ %first, %entry ], [ %to, %on ]
  %ratio_here = phi double [ %ratio, %entry ], [ %ratio1, %on ]
  %more = icmp slt i64 %t, %end
  br i1 %more, label %step, label %done
step:
  %number_at = getelementptr i64, ptr %numbers, i64 %t
  %number = load i64, ptr %number_at
  %told = call i1 @rulelang_chain_expect(ptr %job, i64 %t)
  br i1 %told, label %weigh, label %unsaid
weigh:
  %arrived = icmp sgt i64 %t, %begin
  %factor = call double @rulelang_chain_factor(
    ptr %job, ptr %from, i64 %t, i64 %number, i1 %arrived)
  %possible = fcmp ogt double %factor, 0.0
  br i1 %possible, label %take, label %refused
take:
  %t1 = add i64 %t, 1
  %place = mul i64 %t1, %stride
  %to = getelementptr i8, ptr %trial_states, i64 %place
  %said = call i64 @rulelang_chain_taken(ptr %job, ptr %from, ptr %to, i64 %number)
  switch i64 %said, label %refused [ i64 1, label %agreed i64 $UNRECORDED, label %unsaid ]
agreed:
  %factor_at = getelementptr double, ptr %trial_factors, i64 %t
  store double %factor, ptr %factor_at
  %old_at = getelementptr double, ptr %factors, i64 %t
  %old = load double, ptr %old_at
  %change = fdiv double %factor, %old
  %ratio1 = fmul double %ratio_here, %change
  %behind = icmp sgt i64 %t1, %last
  br i1 %behind, label %compare, label %on
compare:
  %known = getelementptr i8, ptr %states, i64 %place
  %same = call i1 @rulelang_chain_same(ptr %known, ptr %to, i64 %stride)
  br i1 %same, label %met, label %on
on:
  br label %loop
met:
  store i64 $AGREED, ptr %status_at
  store double %ratio1, ptr %ratio_at
  ret i64 %t1
done:
  store i64 $AGREED, ptr %status_at
  store double %ratio_here, ptr %ratio_at
  ret i64 %t
refused:
  store i64 $REFUSED, ptr %status_at
  ret i64 %t
unsaid:
  store i64 $UNSAID, ptr %status_at
  store double %ratio_here, ptr %ratio_at
  ret i64 %t
}

define internal i64 @rulelang_chain_listed(ptr %job, ptr %from) nounwind {
entry:
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %ways_at = getelementptr i64, ptr %job, i64 $job.ways
  %ways = load ptr, ptr %ways_at
  %sort_at = getelementptr i64, ptr %job, i64 $job.sort
  %sort = load ptr, ptr %sort_at
  %legal_at = getelementptr i64, ptr %job, i64 $job.legal
  %legal = load ptr, ptr %legal_at
  %chance_at = getelementptr i64, ptr %job, i64 $job.chance
  %chance = load ptr, ptr %chance_at
  %ids_at = getelementptr i64, ptr %job, i64 $job.ids
  %ids = load ptr, ptr %ids_at
  %sort_here = call i64 %sort(ptr %from)
  switch i64 %sort_here, label %over [ i64 1, label %choose i64 2, label %toss ]
choose:
  call void %legal(ptr %from, ptr %context)
  %n = call i64 %ids(ptr %context, ptr %options)
  br label %note
note:
  %i = phi i64 [ 0, %choose ], [ %i1, %put ]
  %some = icmp slt i64 %i, %n
  br i1 %some, label %put, label %noted
put:
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %twice = shl i64 %i, 1
  %way = getelementptr i64, ptr %ways, i64 %twice
  store i64 %id, ptr %way
  %one = getelementptr i64, ptr %way, i64 1
  store i64 1, ptr %one
  %i1 = add i64 %i, 1
  br label %note
noted:
  ret i64 %n
toss:
  call void %chance(ptr %from, ptr %context)
  %outcomes_at = getelementptr i64, ptr %context, i64 $context.outcomes
  %outcomes = load i64, ptr %outcomes_at
  %outcome_buffer_at = getelementptr i64, ptr %context, i64 $context.outcome_buffer
  %outcome_buffer = load ptr, ptr %outcome_buffer_at
  %bytes = shl i64 %outcomes, 4
  call void @llvm.memcpy.p0.p0.i64(ptr %ways, ptr %outcome_buffer, i64 %bytes, i1 false)
  ret i64 %outcomes
over:
  ret i64 0
}

define i64 @rulelang_chain_ways(ptr %job) nounwind {
entry:
  %first_at = getelementptr i64, ptr %job, i64 $job.first
  %first = load ptr, ptr %first_at
  %scratch_at = getelementptr i64, ptr %job, i64 $job.scratch
  %scratch = load ptr, ptr %scratch_at
  %begin_at = getelementptr i64, ptr %job, i64 $job.begin
  %begin = load i64, ptr %begin_at
  %ways_at = getelementptr i64, ptr %job, i64 $job.ways
  %ways = load ptr, ptr %ways_at
  %all_at = getelementptr i64, ptr %job, i64 $job.all
  %all = load i64, ptr %all_at
  %total_at = getelementptr i64, ptr %job, i64 $job.total
  %n = call i64 @rulelang_chain_listed(ptr %job, ptr %first)
  %asks_all = icmp ne i64 %all, 0
  br i1 %asks_all, label %begun, label %expects
expects:
  %told = call i1 @rulelang_chain_expect(ptr %job, i64 %begin)
  br i1 %told, label %begun, label %unsaid
begun:
  br label %loop
loop:
  %i = phi i64 [ 0, %begun ], [ %i1, %on ]
  %kept = phi i64 [ 0, %begun ], [ %kept1, %on ]
  %total = phi i64 [ 0, %begun ], [ %total1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %done
look:
  %twice = shl i64 %i, 1
  %way = getelementptr i64, ptr %ways, i64 %twice
  %number = load i64, ptr %way
  %weight_at = getelementptr i64, ptr %way, i64 1
  %weight = load i64, ptr %weight_at
  %total1 = add i64 %total, %weight
  %i1 = add i64 %i, 1
  br i1 %asks_all, label %keep, label %try
try:
  %said = call i64 @rulelang_chain_taken(ptr %job, ptr %first, ptr %scratch, i64 %number)
  switch i64 %said, label %on [ i64 1, label %keep i64 $UNRECORDED, label %unsaid ]
keep:
  %into_twice = shl i64 %kept, 1
  %into = getelementptr i64, ptr %ways, i64 %into_twice
  store i64 %number, ptr %into
  %into_weight = getelementptr i64, ptr %into, i64 1
  store i64 %weight, ptr %into_weight
  %one_more = add i64 %kept, 1
  br label %on
on:
  %kept1 = phi i64 [ %kept, %try ], [ %one_more, %keep ]
  br label %loop
done:
  store i64 %total, ptr %total_at
  ret i64 %kept
unsaid:
  ret i64 -1
}
