; What recorded playouts count. A job is what the module `recording` says.
;
; add_to(numbers, index, amount): add to an entry of an array.
; noted_choice(job, player_stream, again, choices, playout) -> i64: a player's action by lot,
;   noted: the offers, the choice, and for each arm who could use it or did in this playout.
; noted_end(job, i, playout): the end of a playout: its returns, and what became of those who used
;   an arm, or could have.

declare i64 @rulelang_one_listed(ptr, i64, i64, i64)
declare i64 @rulelang_allowed(ptr, i64, i64)
declare i1 @rulelang_may_take(ptr, i64)

define internal void @rulelang_add_to(
    ptr %numbers, i64 %index, i64 %amount) alwaysinline nounwind {
  %at = getelementptr i64, ptr %numbers, i64 %index
  %old = load i64, ptr %at
  %new = add i64 %old, %amount
  store i64 %new, ptr %at
  ret void
}

define internal i64 @rulelang_noted_choice(
    ptr %job, i64 %player_stream, i64 %again, i64 %choices, i64 %playout) nounwind {
entry:
  %ids_at = getelementptr i64, ptr %job, i64 $job.ids
  %ids = load ptr, ptr %ids_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %list_at = getelementptr i64, ptr %job, i64 $job.list
  %list = load ptr, ptr %list_at
  %players_at = getelementptr i64, ptr %job, i64 $job.players
  %players = load i64, ptr %players_at
  %actions_at = getelementptr i64, ptr %job, i64 $job.actions
  %actions = load i64, ptr %actions_at
  %bands_at = getelementptr i64, ptr %job, i64 $job.bands
  %bands = load i64, ptr %bands_at
  %width_at = getelementptr i64, ptr %job, i64 $job.width
  %width = load i64, ptr %width_at
  %arm_of_at = getelementptr i64, ptr %job, i64 $job.arm_of
  %arm_of = load ptr, ptr %arm_of_at
  %barred_at = getelementptr i64, ptr %job, i64 $job.barred
  %barred = load ptr, ptr %barred_at
  %offered_at = getelementptr i64, ptr %job, i64 $job.offered
  %offered = load ptr, ptr %offered_at
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  %chosen = load ptr, ptr %chosen_at
  %arm_offered_at = getelementptr i64, ptr %job, i64 $job.arm_offered
  %arm_offered = load ptr, ptr %arm_offered_at
  %arm_chosen_at = getelementptr i64, ptr %job, i64 $job.arm_chosen
  %arm_chosen = load ptr, ptr %arm_chosen_at
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %stamps_at = getelementptr i64, ptr %job, i64 $job.stamps
  %stamps = load ptr, ptr %stamps_at
  %could_at = getelementptr i64, ptr %job, i64 $job.could
  %could = load ptr, ptr %could_at
  %used_at = getelementptr i64, ptr %job, i64 $job.used
  %used = load ptr, ptr %used_at
  %decision_at = getelementptr i64, ptr %job, i64 $job.decision
  %decision = load i64, ptr %decision_at
  %actor_at = getelementptr i64, ptr %context, i64 $context.actor
  %actor = load i64, ptr %actor_at
  %all = call i64 %ids(ptr %context, ptr %list)
  %freely = call i64 @rulelang_one_listed(
    ptr %list, i64 %player_stream, i64 %choices, i64 %all)
  %n = call i64 @rulelang_allowed(ptr %job, i64 %all, i64 %actor)
  %whole_list = icmp eq i64 %n, %all
  br i1 %whole_list, label %settled, label %asked
asked:
  %fine = call i1 @rulelang_may_take(ptr %barred, i64 %freely)
  br i1 %fine, label %settled, label %once_more
once_more:
  %other = call i64 @rulelang_one_listed(ptr %list, i64 %again, i64 %choices, i64 %n)
  br label %settled
settled:
  %picked = phi i64 [ %freely, %entry ], [ %freely, %asked ], [ %other, %once_more ]
  %now = add i64 %decision, 1
  store i64 %now, ptr %decision_at
  %far = sdiv i64 %choices, %width
  %last = sub i64 %bands, 1
  %band = call i64 @llvm.smin.i64(i64 %far, i64 %last)
  %three = mul i64 %band, $OPTIONS
  call void @rulelang_add_to(ptr %options, i64 %three, i64 1)
  %second = add i64 %three, 1
  call void @rulelang_add_to(ptr %options, i64 %second, i64 %n)
  %single = icmp eq i64 %n, 1
  %forced_one = zext i1 %single to i64
  %third = add i64 %three, 2
  call void @rulelang_add_to(ptr %options, i64 %third, i64 %forced_one)
  %row = mul i64 %actor, %actions
  br label %next
next:
  %i = phi i64 [ 0, %settled ], [ %i1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %pick
look:
  %id_at = getelementptr i64, ptr %list, i64 %i
  %id = load i64, ptr %id_at
  %seen = add i64 %row, %id
  call void @rulelang_add_to(ptr %offered, i64 %seen, i64 1)
  %arm_at = getelementptr i32, ptr %arm_of, i64 %id
  %arm32 = load i32, ptr %arm_at
  %arm = zext i32 %arm32 to i64
  %stamp_at = getelementptr i64, ptr %stamps, i64 %arm
  %stamp = load i64, ptr %stamp_at
  %known = icmp eq i64 %stamp, %now
  br i1 %known, label %on, label %new
new:
  store i64 %now, ptr %stamp_at
  %arm_row = mul i64 %arm, %players
  %cell = add i64 %arm_row, %actor
  %could_to = getelementptr i64, ptr %could, i64 %cell
  store i64 %playout, ptr %could_to
  %cell_row = mul i64 %cell, %bands
  %entry_of = add i64 %cell_row, %band
  call void @rulelang_add_to(ptr %arm_offered, i64 %entry_of, i64 1)
  br label %on
on:
  %i1 = add i64 %i, 1
  br label %next
pick:
  %taken = add i64 %row, %picked
  call void @rulelang_add_to(ptr %chosen, i64 %taken, i64 1)
  %parm_at = getelementptr i32, ptr %arm_of, i64 %picked
  %parm32 = load i32, ptr %parm_at
  %parm = zext i32 %parm32 to i64
  %parm_row = mul i64 %parm, %players
  %pcell = add i64 %parm_row, %actor
  %used_to = getelementptr i64, ptr %used, i64 %pcell
  store i64 %playout, ptr %used_to
  %pcell_row = mul i64 %pcell, %bands
  %pentry = add i64 %pcell_row, %band
  call void @rulelang_add_to(ptr %arm_chosen, i64 %pentry, i64 1)
  ret i64 %picked
}

define internal void @rulelang_noted_end(ptr %job, i64 %i, i64 %playout) nounwind {
entry:
  %scratch_at = getelementptr i64, ptr %job, i64 $job.scratch
  %scratch = load ptr, ptr %scratch_at
  %returns_at = getelementptr i64, ptr %job, i64 $job.returns
  %returns = load i64, ptr %returns_at
  %players_at = getelementptr i64, ptr %job, i64 $job.players
  %players = load i64, ptr %players_at
  %arms_at = getelementptr i64, ptr %job, i64 $job.arms
  %arms = load i64, ptr %arms_at
  %won_at = getelementptr i64, ptr %job, i64 $job.won
  %won = load ptr, ptr %won_at
  %could_at = getelementptr i64, ptr %job, i64 $job.could
  %could = load ptr, ptr %could_at
  %used_at = getelementptr i64, ptr %job, i64 $job.used
  %used = load ptr, ptr %used_at
  %fates_at = getelementptr i64, ptr %job, i64 $job.fates
  %fates = load ptr, ptr %fates_at
  %whole_at = getelementptr i64, ptr %job, i64 $job.whole
  %whole = load i64, ptr %whole_at
  %from = getelementptr i8, ptr %scratch, i64 %returns
  %row_at = mul i64 %i, %players
  %row = getelementptr i64, ptr %won, i64 %row_at
  br label %best
best:
  %p = phi i64 [ 0, %entry ], [ %p1, %best ]
  %most = phi i64 [ -4611686018427387904, %entry ], [ %most1, %best ]
  %ties = phi i64 [ 0, %entry ], [ %ties2, %best ]
  %value_at = getelementptr i64, ptr %from, i64 %p
  %value = load i64, ptr %value_at
  %to = getelementptr i64, ptr %row, i64 %p
  store i64 %value, ptr %to
  %above = icmp sgt i64 %value, %most
  %level = icmp eq i64 %value, %most
  %most1 = select i1 %above, i64 %value, i64 %most
  %one = zext i1 %level to i64
  %ties1 = add i64 %ties, %one
  %ties2 = select i1 %above, i64 1, i64 %ties1
  %p1 = add i64 %p, 1
  %more = icmp slt i64 %p1, %players
  br i1 %more, label %best, label %ended
ended:
  %lean = icmp eq ptr %fates, null
  br i1 %lean, label %done, label %shares
shares:
  %share = sdiv i64 %whole, %ties2
  %cells = mul i64 %arms, %players
  br label %next
next:
  %k = phi i64 [ 0, %shares ], [ %k1, %on ]
  %going = icmp slt i64 %k, %cells
  br i1 %going, label %cell, label %done
cell:
  %could_to = getelementptr i64, ptr %could, i64 %k
  %offered = load i64, ptr %could_to
  %here = icmp eq i64 %offered, %playout
  br i1 %here, label %count, label %on
count:
  %seat = srem i64 %k, %players
  %mine_at = getelementptr i64, ptr %row, i64 %seat
  %mine = load i64, ptr %mine_at
  %wins = icmp eq i64 %mine, %most1
  %points = select i1 %wins, i64 %share, i64 0
  %used_to = getelementptr i64, ptr %used, i64 %k
  %by = load i64, ptr %used_to
  %did = icmp eq i64 %by, %playout
  %shift = select i1 %did, i64 0, i64 2
  %four = mul i64 %k, $FATES
  %base = add i64 %four, %shift
  call void @rulelang_add_to(ptr %fates, i64 %base, i64 1)
  %behind = add i64 %base, 1
  call void @rulelang_add_to(ptr %fates, i64 %behind, i64 %points)
  br label %on
on:
  %k1 = add i64 %k, 1
  br label %next
done:
  ret void
}
