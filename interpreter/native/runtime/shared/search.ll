; Tree search: what `interpreter.bots.search` does, here in memory that the caller owns. The module
; `search` says what job and node are.
;
; search_toss(job): an outcome of chance by its weight, which is noted as chosen.
; search_after(job, parent) -> i64: the node of the outcome that was chosen; -1 without room.
; search_walk(job) -> i64: down the tree from the root; how many nodes the path has, or a fault's
;   code with its sign turned.
; search_tell(job, length): add what the playout told to the nodes of the path, and to the range of
;   returns.
; search(job) -> i64: `count` iterations; 0, or the code of the fault at which the game's code gave
;   up.

declare i64 @rulelang_outcomes_weight(ptr)
declare i64 @rulelang_search_draw(ptr, i64)
declare i64 @rulelang_outcome_at(ptr, i64)
declare ptr @rulelang_search_node(ptr, i64)
declare i64 @rulelang_search_made(ptr, i64, i64)
declare i64 @rulelang_search_choose(ptr, i64, i64, i64)
declare i64 @rulelang_mix(i64)

define internal void @rulelang_search_toss(ptr %job) nounwind {
entry:
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %state_at = getelementptr i64, ptr %job, i64 $job.state
  %state = load ptr, ptr %state_at
  %chance_at = getelementptr i64, ptr %job, i64 $job.chance
  %chance = load ptr, ptr %chance_at
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  call void %chance(ptr %state, ptr %context)
  %total = call i64 @rulelang_outcomes_weight(ptr %context)
  %place = call i64 @rulelang_search_draw(ptr %job, i64 %total)
  %id = call i64 @rulelang_outcome_at(ptr %context, i64 %place)
  store i64 %id, ptr %chosen_at
  ret void
}

define internal i64 @rulelang_search_after(ptr %job, i64 %parent) nounwind {
entry:
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  %chosen = load i64, ptr %chosen_at
  %top = call ptr @rulelang_search_node(ptr %job, i64 %parent)
  %top_child_at = getelementptr i64, ptr %top, i64 $node.child
  %top_child = load i64, ptr %top_child_at
  br label %loop
loop:
  %here = phi i64 [ %top_child, %entry ], [ %node_sibling, %pass ]
  %some = icmp ne i64 %here, 0
  br i1 %some, label %compare, label %make
compare:
  %node = call ptr @rulelang_search_node(ptr %job, i64 %here)
  %node_action_at = getelementptr i64, ptr %node, i64 $node.action
  %node_action = load i64, ptr %node_action_at
  %node_sibling_at = getelementptr i64, ptr %node, i64 $node.sibling
  %node_sibling = load i64, ptr %node_sibling_at
  %same = icmp eq i64 %node_action, %chosen
  br i1 %same, label %found, label %pass
pass:
  br label %loop
found:
  ret i64 %here
make:
  %made = call i64 @rulelang_search_made(ptr %job, i64 %chosen, i64 %top_child)
  %full = icmp slt i64 %made, 0
  br i1 %full, label %done, label %fill
fill:
  store i64 %made, ptr %top_child_at
  br label %done
done:
  ret i64 %made
}

define internal i64 @rulelang_search_walk(ptr %job) nounwind {
entry:
  %state_at = getelementptr i64, ptr %job, i64 $job.state
  %state = load ptr, ptr %state_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %root_at = getelementptr i64, ptr %job, i64 $job.root
  %root = load ptr, ptr %root_at
  %size_at = getelementptr i64, ptr %job, i64 $job.size
  %size = load i64, ptr %size_at
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %path_at = getelementptr i64, ptr %job, i64 $job.path
  %path = load ptr, ptr %path_at
  %depth_at = getelementptr i64, ptr %job, i64 $job.depth
  %depth = load i64, ptr %depth_at
  %keyed_at = getelementptr i64, ptr %job, i64 $job.keyed
  %keyed = load i64, ptr %keyed_at
  %sort_at = getelementptr i64, ptr %job, i64 $job.sort
  %sort = load ptr, ptr %sort_at
  %legal_at = getelementptr i64, ptr %job, i64 $job.legal
  %legal = load ptr, ptr %legal_at
  %take_at = getelementptr i64, ptr %job, i64 $job.take
  %take = load ptr, ptr %take_at
  %ids_at = getelementptr i64, ptr %job, i64 $job.ids
  %ids = load ptr, ptr %ids_at
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  %actor_at = getelementptr i64, ptr %context, i64 $context.actor
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %root, i64 %size, i1 false)
  call void %legal(ptr %state, ptr %context)
  store i64 0, ptr %path
  br label %loop
loop:
  %node = phi i64 [ 0, %entry ], [ %next, %further ]
  %length = phi i64 [ 1, %entry ], [ %length2, %further ]
  %sort_here = call i64 %sort(ptr %state)
  switch i64 %sort_here, label %done [ i64 1, label %choice i64 2, label %toss ]
choice:
  %player = load i64, ptr %actor_at
  %n = call i64 %ids(ptr %context, ptr %options)
  %child = call i64 @rulelang_search_choose(ptr %job, i64 %node, i64 %player, i64 %n)
  br label %step
toss:
  call void @rulelang_search_toss(ptr %job)
  %has_node = icmp ne i64 %keyed, 0
  br i1 %has_node, label %enter, label %step
enter:
  %outcome = call i64 @rulelang_search_after(ptr %job, i64 %node)
  br label %step
step:
  %next = phi i64 [ %child, %choice ], [ %node, %toss ], [ %outcome, %enter ]
  %chosen = load i64, ptr %chosen_at
  call void %take(ptr %state, ptr %context, i64 %chosen)
  %fault = load i64, ptr %context
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
  %stays = icmp eq i64 %next, %node
  br i1 %stays, label %further, label %move
move:
  %full = icmp slt i64 %next, 0
  br i1 %full, label %done, label %note
note:
  %path_end = getelementptr i64, ptr %path, i64 %length
  store i64 %next, ptr %path_end
  %length1 = add i64 %length, 1
  %reached = call ptr @rulelang_search_node(ptr %job, i64 %next)
  %reached_visits_at = getelementptr i64, ptr %reached, i64 $node.visits
  %reached_visits = load i64, ptr %reached_visits_at
  %fresh = icmp eq i64 %reached_visits, 0
  %deep = icmp sge i64 %length1, %depth
  %ends = or i1 %fresh, %deep
  br i1 %ends, label %done, label %further
further:
  %length2 = phi i64 [ %length, %fine ], [ %length1, %note ]
  br label %loop
done:
  %told = phi i64 [ %length, %loop ], [ %length, %move ], [ %length1, %note ]
  ret i64 %told
}

define internal void @rulelang_search_tell(ptr %job, i64 %length) nounwind {
entry:
  %row_at = getelementptr i64, ptr %job, i64 $job.row
  %row = load ptr, ptr %row_at
  %path_at = getelementptr i64, ptr %job, i64 $job.path
  %path = load ptr, ptr %path_at
  %players_at = getelementptr i64, ptr %job, i64 $job.players
  %players = load i64, ptr %players_at
  %low_at = getelementptr i64, ptr %job, i64 $job.low
  %low = load ptr, ptr %low_at
  %high_at = getelementptr i64, ptr %job, i64 $job.high
  %high = load ptr, ptr %high_at
  %played_at = getelementptr i64, ptr %job, i64 $job.played
  %played = load i64, ptr %played_at
  %known = icmp ne i64 %played, 0
  store i64 1, ptr %played_at
  %choices_at = getelementptr i64, ptr %row, i64 $row.choices
  %choices = load i64, ptr %choices_at
  %chances_at = getelementptr i64, ptr %row, i64 $row.chances
  %chances = load i64, ptr %chances_at
  %drawn = add i64 %choices, %chances
  %whole = add i64 %drawn, %length
  %long = call i64 @llvm.smin.i64(i64 %whole, i64 $LONGEST)
  %won = getelementptr i64, ptr %row, i64 $row.returns
  br label %range
range:
  %p = phi i64 [ 0, %entry ], [ %p1, %widen ]
  %each = icmp slt i64 %p, %players
  br i1 %each, label %widen, label %nodes
widen:
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %low_at_p = getelementptr i64, ptr %low, i64 %p
  %high_at_p = getelementptr i64, ptr %high, i64 %p
  %least = load i64, ptr %low_at_p
  %most = load i64, ptr %high_at_p
  %lower = call i64 @llvm.smin.i64(i64 %least, i64 %part)
  %higher = call i64 @llvm.smax.i64(i64 %most, i64 %part)
  %least1 = select i1 %known, i64 %lower, i64 %part
  %most1 = select i1 %known, i64 %higher, i64 %part
  store i64 %least1, ptr %low_at_p
  store i64 %most1, ptr %high_at_p
  %p1 = add i64 %p, 1
  br label %range
nodes:
  %at = phi i64 [ 0, %range ], [ %at1, %told ]
  %more = icmp slt i64 %at, %length
  br i1 %more, label %visit, label %done
visit:
  %number_at = getelementptr i64, ptr %path, i64 %at
  %number = load i64, ptr %number_at
  %node = call ptr @rulelang_search_node(ptr %job, i64 %number)
  %node_visits_at = getelementptr i64, ptr %node, i64 $node.visits
  %node_visits = load i64, ptr %node_visits_at
  %visits1 = add i64 %node_visits, 1
  store i64 %visits1, ptr %node_visits_at
  %totals = getelementptr i64, ptr %node, i64 $node.totals
  %delays = getelementptr i64, ptr %totals, i64 %players
  br label %adding
adding:
  %q = phi i64 [ 0, %visit ], [ %q1, %add ]
  %for_each = icmp slt i64 %q, %players
  br i1 %for_each, label %add, label %told
add:
  %gain_at = getelementptr i64, ptr %won, i64 %q
  %gain = load i64, ptr %gain_at
  %total_at = getelementptr i64, ptr %totals, i64 %q
  %total = load i64, ptr %total_at
  %total1 = add i64 %total, %gain
  store i64 %total1, ptr %total_at
  %delay_at = getelementptr i64, ptr %delays, i64 %q
  %delay = load i64, ptr %delay_at
  %late = mul i64 %gain, %long
  %delay1 = add i64 %delay, %late
  store i64 %delay1, ptr %delay_at
  %q1 = add i64 %q, 1
  br label %adding
told:
  %at1 = add i64 %at, 1
  br label %nodes
done:
  ret void
}

define i64 @rulelang_search(ptr %job) nounwind {
entry:
  %count_at = getelementptr i64, ptr %job, i64 $job.count
  %count = load i64, ptr %count_at
  %first_at = getelementptr i64, ptr %job, i64 $job.first
  %first = load i64, ptr %first_at
  %seed_at = getelementptr i64, ptr %job, i64 $job.seed
  %seed = load i64, ptr %seed_at
  %stream_at = getelementptr i64, ptr %job, i64 $job.stream
  %stream = load i64, ptr %stream_at
  %state_at = getelementptr i64, ptr %job, i64 $job.state
  %state = load ptr, ptr %state_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %row_at = getelementptr i64, ptr %job, i64 $job.row
  %row = load ptr, ptr %row_at
  %stop_at = getelementptr i64, ptr %job, i64 $job.stop
  %stop = load ptr, ptr %stop_at
  %playouts_at = getelementptr i64, ptr %job, i64 $job.playouts
  %playouts = load ptr, ptr %playouts_at
  %mind_at = getelementptr i64, ptr %job, i64 $job.mind
  %draws_at = getelementptr i64, ptr %job, i64 $job.draws
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %told ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %iterate, label %done
iterate:
  %number = add i64 %first, %i
  %mixed = xor i64 %stream, %number
  %mind = call i64 @rulelang_mix(i64 %mixed)
  store i64 %mind, ptr %mind_at
  store i64 0, ptr %draws_at
  %length = call i64 @rulelang_search_walk(ptr %job)
  %gave_up = icmp slt i64 %length, 0
  br i1 %gave_up, label %bad, label %play
bad:
  %code = sub i64 0, %length
  ret i64 %code
play:
  call i64 %playouts(
    ptr %state, ptr %context, i64 1, i64 %seed, i64 %number, ptr %row, ptr %stop, i64 0)
  %fault = load i64, ptr %row
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %faulty, label %told
faulty:
  ret i64 %fault
told:
  call void @rulelang_search_tell(ptr %job, i64 %length)
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 0
}
