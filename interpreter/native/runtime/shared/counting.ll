; Counted playouts: the module `counting` says what a job is.
;
; note_end(job, won, players): count a tuple of returns.
; count(job) -> i64: play the playouts of a job; how many came to their end.

define internal void @rulelang_note_end(
    ptr noalias nocapture %job, ptr noalias nocapture %won, i64 %players) alwaysinline nounwind {
entry:
  %ends_at = getelementptr i64, ptr %job, i64 $job.ends
  %ends = load ptr, ptr %ends_at
  %index_at = getelementptr i64, ptr %job, i64 $job.index
  %index = load ptr, ptr %index_at
  %mask_at = getelementptr i64, ptr %job, i64 $job.mask
  %mask = load i64, ptr %mask_at
  %found_at = getelementptr i64, ptr %job, i64 $job.found
  %found = load i64, ptr %found_at
  %stride = add i64 %players, 1
  br label %mix
mix:
  %p = phi i64 [ 0, %entry ], [ %p1, %mix ]
  %h = phi i64 [ 0, %entry ], [ %h3, %mix ]
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %h1 = xor i64 %h, %part
  %h2 = mul i64 %h1, -7046029254386353131
  %high = lshr i64 %h2, 32
  %h3 = xor i64 %h2, %high
  %p1 = add i64 %p, 1
  %mixing = icmp slt i64 %p1, %players
  br i1 %mixing, label %mix, label %probe
probe:
  %hash = phi i64 [ %h3, %mix ], [ %beyond, %other ]
  %place = and i64 %hash, %mask
  %slot = getelementptr i32, ptr %index, i64 %place
  %short = load i32, ptr %slot
  %number = zext i32 %short to i64
  %free = icmp eq i64 %number, 0
  br i1 %free, label %new, label %known
known:
  %back = sub i64 %number, 1
  %from = mul i64 %back, %stride
  %end = getelementptr i64, ptr %ends, i64 %from
  br label %compare
compare:
  %q = phi i64 [ 0, %known ], [ %q1, %same ]
  %alike = icmp sge i64 %q, %players
  br i1 %alike, label %again, label %look
look:
  %q1 = add i64 %q, 1
  %one_at = getelementptr i64, ptr %end, i64 %q1
  %one = load i64, ptr %one_at
  %two_at = getelementptr i64, ptr %won, i64 %q
  %two = load i64, ptr %two_at
  %equal = icmp eq i64 %one, %two
  br i1 %equal, label %same, label %other
same:
  br label %compare
other:
  %beyond = add i64 %place, 1
  br label %probe
again:
  %times = load i64, ptr %end
  %more = add i64 %times, 1
  store i64 %more, ptr %end
  ret void
new:
  %found1 = add i64 %found, 1
  store i64 %found1, ptr %found_at
  %found32 = trunc i64 %found1 to i32
  store i32 %found32, ptr %slot
  %behind = mul i64 %found, %stride
  %made = getelementptr i64, ptr %ends, i64 %behind
  store i64 1, ptr %made
  br label %copy
copy:
  %r = phi i64 [ 0, %new ], [ %r1, %copy ]
  %r1 = add i64 %r, 1
  %source = getelementptr i64, ptr %won, i64 %r
  %value = load i64, ptr %source
  %target = getelementptr i64, ptr %made, i64 %r1
  store i64 %value, ptr %target
  %copying = icmp slt i64 %r1, %players
  br i1 %copying, label %copy, label %done
done:
  ret void
}

define i64 @rulelang_count(ptr noalias nocapture %job) nounwind {
entry:
  %playouts_at = getelementptr i64, ptr %job, i64 $job.playouts
  %playouts = load ptr, ptr %playouts_at
  %begin_at = getelementptr i64, ptr %job, i64 $job.begin
  %begin = load ptr, ptr %begin_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %asked_at = getelementptr i64, ptr %job, i64 $job.asked
  %asked = load i64, ptr %asked_at
  %seed_at = getelementptr i64, ptr %job, i64 $job.seed
  %seed = load i64, ptr %seed_at
  %first_at = getelementptr i64, ptr %job, i64 $job.first
  %first = load i64, ptr %first_at
  %stop_at = getelementptr i64, ptr %job, i64 $job.stop
  %stop = load ptr, ptr %stop_at
  %players_at = getelementptr i64, ptr %job, i64 $job.players
  %players = load i64, ptr %players_at
  %rows_at = getelementptr i64, ptr %job, i64 $job.rows
  %rows = load ptr, ptr %rows_at
  %lengths_at = getelementptr i64, ptr %job, i64 $job.lengths
  %lengths = load ptr, ptr %lengths_at
  %chances_at = getelementptr i64, ptr %job, i64 $job.chances
  %chances = load ptr, ptr %chances_at
  %choices_at = getelementptr i64, ptr %job, i64 $job.choices
  %chance_points_at = getelementptr i64, ptr %job, i64 $job.chance_points
  %branches_at = getelementptr i64, ptr %job, i64 $job.branches
  %widest_at = getelementptr i64, ptr %job, i64 $job.widest
  %least_at = getelementptr i64, ptr %job, i64 $job.least
  %most_at = getelementptr i64, ptr %job, i64 $job.most
  %fault_at = getelementptr i64, ptr %job, i64 $job.fault
  %width = add i64 %players, $row.returns
  br label %block
block:
  %begun = phi i64 [ 0, %entry ], [ %past, %counted ]
  %left = sub i64 %asked, %begun
  %n = call i64 @llvm.smin.i64(i64 %left, i64 $BLOCK)
  %number = add i64 %first, %begun
  %got = call i64 %playouts(
    ptr %begin, ptr %context, i64 %n, i64 %seed, i64 %number, ptr %rows, ptr %stop, i64 0
  )
  %past = add i64 %begun, %got
  br label %next
next:
  %i = phi i64 [ %begun, %block ], [ %i1, %told ]
  %row = phi ptr [ %rows, %block ], [ %row1, %told ]
  %rest = icmp slt i64 %i, %past
  br i1 %rest, label %tell, label %counted
counted:
  %whole = icmp eq i64 %got, %n
  %behind = icmp slt i64 %past, %asked
  %goes_on = and i1 %whole, %behind
  br i1 %goes_on, label %block, label %done
done:
  ret i64 %past
tell:
  %fault = load i64, ptr %row
  %fine = icmp eq i64 %fault, 0
  br i1 %fine, label %told, label %failed
failed:
  store i64 %fault, ptr %fault_at
  ret i64 %i
told:
  %own_choices_at = getelementptr i64, ptr %row, i64 $row.choices
  %own_choices = load i64, ptr %own_choices_at
  %own_chances_at = getelementptr i64, ptr %row, i64 $row.chances
  %own_chances = load i64, ptr %own_chances_at
  %own_branches_at = getelementptr i64, ptr %row, i64 $row.branches
  %own_branches = load i64, ptr %own_branches_at
  %own_widest_at = getelementptr i64, ptr %row, i64 $row.widest
  %own_widest = load i64, ptr %own_widest_at
  %length = getelementptr i64, ptr %lengths, i64 %i
  store i64 %own_choices, ptr %length
  %chance = getelementptr i64, ptr %chances, i64 %i
  store i64 %own_chances, ptr %chance
  %choices0 = load i64, ptr %choices_at
  %choices1 = add i64 %choices0, %own_choices
  store i64 %choices1, ptr %choices_at
  %chance_points0 = load i64, ptr %chance_points_at
  %chance_points1 = add i64 %chance_points0, %own_chances
  store i64 %chance_points1, ptr %chance_points_at
  %branches0 = load i64, ptr %branches_at
  %branches1 = add i64 %branches0, %own_branches
  store i64 %branches1, ptr %branches_at
  %widest0 = load i64, ptr %widest_at
  %widest1 = call i64 @llvm.smax.i64(i64 %widest0, i64 %own_widest)
  store i64 %widest1, ptr %widest_at
  %least0 = load i64, ptr %least_at
  %least1 = call i64 @llvm.smin.i64(i64 %least0, i64 %own_choices)
  store i64 %least1, ptr %least_at
  %most0 = load i64, ptr %most_at
  %most1 = call i64 @llvm.smax.i64(i64 %most0, i64 %own_choices)
  store i64 %most1, ptr %most_at
  %won = getelementptr i64, ptr %row, i64 $row.returns
  call void @rulelang_note_end(ptr %job, ptr %won, i64 %players)
  %row1 = getelementptr i64, ptr %row, i64 %width
  %i1 = add i64 %i, 1
  br label %next
}
