; Recorded playouts: the module `recording` says what of.
;
; record(job) -> i64: play the playouts of a job; how many came to their end.

declare i64 @rulelang_mix(i64)
declare i64 @rulelang_lean_choice(ptr, i64, i64, i64)
declare i64 @rulelang_noted_choice(ptr, i64, i64, i64, i64)
declare i64 @rulelang_outcomes_weight(ptr)
declare i64 @rulelang_below(i64, i64, i64)
declare i64 @rulelang_outcome_at(ptr, i64)
declare void @rulelang_noted_end(ptr, i64, i64)

define i64 @rulelang_record(ptr %job) nounwind {
entry:
  %sort_at = getelementptr i64, ptr %job, i64 $job.sort
  %sort = load ptr, ptr %sort_at
  %legal_at = getelementptr i64, ptr %job, i64 $job.legal
  %legal = load ptr, ptr %legal_at
  %chance_at = getelementptr i64, ptr %job, i64 $job.chance
  %chance = load ptr, ptr %chance_at
  %take_at = getelementptr i64, ptr %job, i64 $job.take
  %take = load ptr, ptr %take_at
  %begin_at = getelementptr i64, ptr %job, i64 $job.begin
  %begin = load ptr, ptr %begin_at
  %scratch_at = getelementptr i64, ptr %job, i64 $job.scratch
  %scratch = load ptr, ptr %scratch_at
  %size_at = getelementptr i64, ptr %job, i64 $job.size
  %size = load i64, ptr %size_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %asked_at = getelementptr i64, ptr %job, i64 $job.asked
  %asked = load i64, ptr %asked_at
  %first_at = getelementptr i64, ptr %job, i64 $job.first
  %first = load i64, ptr %first_at
  %player_stream_at = getelementptr i64, ptr %job, i64 $job.player_stream
  %player_stream = load i64, ptr %player_stream_at
  %chance_stream_at = getelementptr i64, ptr %job, i64 $job.chance_stream
  %chance_stream = load i64, ptr %chance_stream_at
  %stop_at = getelementptr i64, ptr %job, i64 $job.stop
  %stop = load ptr, ptr %stop_at
  %again_at = getelementptr i64, ptr %job, i64 $job.again
  %again = load i64, ptr %again_at
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %lengths_at = getelementptr i64, ptr %job, i64 $job.lengths
  %lengths = load ptr, ptr %lengths_at
  %chances_at = getelementptr i64, ptr %job, i64 $job.chances
  %chances = load ptr, ptr %chances_at
  %offered_at = getelementptr i64, ptr %job, i64 $job.offered
  %offered = load ptr, ptr %offered_at
  %ends_at = getelementptr i64, ptr %job, i64 $job.ends
  %ends = load ptr, ptr %ends_at
  %fault_at = getelementptr i64, ptr %job, i64 $job.fault
  %lean = icmp eq ptr %offered, null
  %in_order = icmp eq ptr %numbers, null
  %ends_go = icmp eq ptr %ends, null
  br label %playout
playout:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %halt = load volatile i32, ptr %stop
  %halted = icmp ne i32 %halt, 0
  %all = icmp sge i64 %i, %asked
  %leave = or i1 %halted, %all
  br i1 %leave, label %done, label %begin_it
done:
  ret i64 %i
begin_it:
  br i1 %in_order, label %count_on, label %look_up
count_on:
  %counted = add i64 %first, %i
  br label %numbered
look_up:
  %number_at = getelementptr i64, ptr %numbers, i64 %i
  %looked_up = load i64, ptr %number_at
  br label %numbered
numbered:
  %number = phi i64 [ %counted, %count_on ], [ %looked_up, %look_up ]
  %mark = add i64 %number, 1
  %mx = xor i64 %player_stream, %number
  %my_player_stream = call i64 @rulelang_mix(i64 %mx)
  %lx = xor i64 %chance_stream, %number
  %my_chance_stream = call i64 @rulelang_mix(i64 %lx)
  %ax = xor i64 %again, %number
  %my_again = call i64 @rulelang_mix(i64 %ax)
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %scratch, ptr %begin, i64 %size, i1 false)
  call void %legal(ptr %scratch, ptr %context)
  br label %point
point:
  %made = phi i64 [ 0, %numbered ], [ %made1, %run ]
  %drawn = phi i64 [ 0, %numbered ], [ %drawn1, %run ]
  %waits = call i64 %sort(ptr %scratch)
  switch i64 %waits, label %over [ i64 1, label %choose i64 2, label %draw ]
choose:
  br i1 %lean, label %choose_lean, label %choose_noted
choose_lean:
  %lean_id = call i64 @rulelang_lean_choice(
    ptr %job, i64 %my_player_stream, i64 %my_again, i64 %made)
  br label %run
choose_noted:
  %noted_id = call i64 @rulelang_noted_choice(
    ptr %job, i64 %my_player_stream, i64 %my_again, i64 %made, i64 %mark)
  br label %run
draw:
  call void %chance(ptr %scratch, ptr %context)
  %weight = call i64 @rulelang_outcomes_weight(ptr %context)
  %place = call i64 @rulelang_below(i64 %my_chance_stream, i64 %drawn, i64 %weight)
  %outcome = call i64 @rulelang_outcome_at(ptr %context, i64 %place)
  br label %run
run:
  %taken = phi i64 [ %lean_id, %choose_lean ], [ %noted_id, %choose_noted ], [ %outcome, %draw ]
  %chose = phi i64 [ 1, %choose_lean ], [ 1, %choose_noted ], [ 0, %draw ]
  %drew = phi i64 [ 0, %choose_lean ], [ 0, %choose_noted ], [ 1, %draw ]
  %made1 = add i64 %made, %chose
  %drawn1 = add i64 %drawn, %drew
  call void %take(ptr %scratch, ptr %context, i64 %taken)
  %code = load i64, ptr %context
  %fine = icmp eq i64 %code, 0
  br i1 %fine, label %point, label %failed
failed:
  store i64 %code, ptr %fault_at
  ret i64 %i
over:
  %length = getelementptr i64, ptr %lengths, i64 %i
  store i64 %made, ptr %length
  %chances_to = getelementptr i64, ptr %chances, i64 %i
  store i64 %drawn, ptr %chances_to
  call void @rulelang_noted_end(ptr %job, i64 %i, i64 %mark)
  br i1 %ends_go, label %next, label %keep
keep:
  %end_at = mul i64 %i, %size
  %end = getelementptr i8, ptr %ends, i64 %end_at
  call void @llvm.memcpy.p0.p0.i64(ptr %end, ptr %scratch, i64 %size, i1 false)
  br label %next
next:
  %i1 = add i64 %i, 1
  br label %playout
}
