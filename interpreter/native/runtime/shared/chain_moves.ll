; Moves that change possible plays: those of `interpreter.knowledge.moves`, number by number, and
; why they may be made is said there. What is open for moves stands in the job (see the module
; `chains`), so it follows from what the player saw.
;
; chain_moves(job) -> i64: make `count` moves; how many were made before one met a step that the
;   reference has to take. That move is undone, its numbers are not drawn. `taken`: how many were.
;
; chain_move, chain_swap, chain_redraw(job) -> i64: one move, of any kind or of one; TAKEN, UNTAKEN
;   or LEFT.
; chain_open_point(job) -> i64: a point at which something may be drawn anew, or -1.
; chain_one_of(job, points, count) -> i64: a point of a list, by lot.

declare i64 @rulelang_chain_lot(ptr, i64)
declare void @rulelang_chain_keep(ptr, i64, i1)
declare i64 @rulelang_chain_rename(ptr, i64, i64, i64, i64)
declare i64 @rulelang_chain_decide(ptr, i64, i64, i64)
declare i64 @rulelang_chain_ways_at(ptr, ptr, i64, i64)
declare void @rulelang_chain_spend(ptr, i64)
declare i64 @rulelang_chain_sum(ptr, i64)
declare i64 @rulelang_chain_drawn(ptr, i64)
declare i1 @rulelang_chain_named(ptr, i64, i64)
declare i64 @rulelang_chain_redraw_later(ptr, i64, i64, i64)
declare i64 @rulelang_chain_anew(ptr)

define internal i64 @rulelang_chain_swap(ptr %job) nounwind {
entry:
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %draws_at = getelementptr i64, ptr %job, i64 $job.draws
  %draws = load ptr, ptr %draws_at
  %draw_count_at = getelementptr i64, ptr %job, i64 $job.draw_count
  %draw_count = load i64, ptr %draw_count_at
  %one = call i64 @rulelang_chain_lot(ptr %job, i64 %draw_count)
  %fewer = sub i64 %draw_count, 1
  %two = call i64 @rulelang_chain_lot(ptr %job, i64 %fewer)
  %behind = icmp sge i64 %two, %one
  %by = zext i1 %behind to i64
  %other = add i64 %two, %by
  %one_at = getelementptr i64, ptr %draws, i64 %one
  %u = load i64, ptr %one_at
  %other_at = getelementptr i64, ptr %draws, i64 %other
  %v = load i64, ptr %other_at
  %in_order = icmp slt i64 %u, %v
  %first = select i1 %in_order, i64 %u, i64 %v
  %second = select i1 %in_order, i64 %v, i64 %u
  %renames = call i64 @rulelang_chain_lot(ptr %job, i64 2)
  %mine_at = getelementptr i64, ptr %numbers, i64 %first
  %mine = load i64, ptr %mine_at
  %its_at = getelementptr i64, ptr %numbers, i64 %second
  %its = load i64, ptr %its_at
  %same = icmp eq i64 %mine, %its
  br i1 %same, label %stay, label %change
stay:
  ret i64 $UNTAKEN
change:
  call void @rulelang_chain_keep(ptr %job, i64 %first, i1 false)
  store i64 %its, ptr %mine_at
  store i64 %mine, ptr %its_at
  %too = icmp ne i64 %renames, 0
  br i1 %too, label %rename, label %decide
rename:
  %further = call i64 @rulelang_chain_rename(
    ptr %job, i64 %first, i64 %mine, i64 %its, i64 %second)
  br label %decide
decide:
  %last = phi i64 [ %second, %change ], [ %further, %rename ]
  %done = call i64 @rulelang_chain_decide(ptr %job, i64 %first, i64 %last, i64 -1)
  ret i64 %done
}

define internal i64 @rulelang_chain_one_of(ptr %job, ptr %points, i64 %count) nounwind {
  %place = call i64 @rulelang_chain_lot(ptr %job, i64 %count)
  %point_at = getelementptr i64, ptr %points, i64 %place
  %point = load i64, ptr %point_at
  ret i64 %point
}

define internal i64 @rulelang_chain_open_point(ptr %job) nounwind {
entry:
  %draws_at = getelementptr i64, ptr %job, i64 $job.draws
  %draws = load ptr, ptr %draws_at
  %draw_count_at = getelementptr i64, ptr %job, i64 $job.draw_count
  %draw_count = load i64, ptr %draw_count_at
  %unseen_at = getelementptr i64, ptr %job, i64 $job.unseen
  %unseen = load ptr, ptr %unseen_at
  %unseen_count_at = getelementptr i64, ptr %job, i64 $job.unseen_count
  %unseen_count = load i64, ptr %unseen_count_at
  %near_at = getelementptr i64, ptr %job, i64 $job.near
  %near = load ptr, ptr %near_at
  %near_count_at = getelementptr i64, ptr %job, i64 $job.near_count
  %near_count = load i64, ptr %near_count_at
  %rare_at = getelementptr i64, ptr %job, i64 $job.rare
  %rare = load ptr, ptr %rare_at
  %rare_count_at = getelementptr i64, ptr %job, i64 $job.rare_count
  %rare_count = load i64, ptr %rare_count_at
  %sort = call i64 @rulelang_chain_lot(ptr %job, i64 16)
  %is_first = icmp eq i64 %sort, 0
  %some_rare = icmp sgt i64 %rare_count, 0
  %asks_rare = and i1 %is_first, %some_rare
  br i1 %asks_rare, label %rarely, label %usually
rarely:
  %rare_point = call i64 @rulelang_chain_one_of(ptr %job, ptr %rare, i64 %rare_count)
  ret i64 %rare_point
usually:
  %third = urem i64 %sort, 3
  %in_turn = icmp eq i64 %third, 1
  %no_draws = icmp eq i64 %draw_count, 0
  %either = or i1 %in_turn, %no_draws
  %some_unseen = icmp sgt i64 %unseen_count, 0
  %asks_unseen = and i1 %some_unseen, %either
  br i1 %asks_unseen, label %unseenly, label %drawing
unseenly:
  %odd = and i64 %sort, 1
  %nearly = icmp ne i64 %odd, 0
  %points = select i1 %nearly, ptr %near, ptr %unseen
  %count = select i1 %nearly, i64 %near_count, i64 %unseen_count
  %unseen_point = call i64 @rulelang_chain_one_of(ptr %job, ptr %points, i64 %count)
  ret i64 %unseen_point
drawing:
  br i1 %no_draws, label %none, label %some
some:
  %draw_point = call i64 @rulelang_chain_one_of(ptr %job, ptr %draws, i64 %draw_count)
  ret i64 %draw_point
none:
  ret i64 -1
}

define internal i64 @rulelang_chain_redraw(ptr %job) nounwind {
entry:
  %numbers_at = getelementptr i64, ptr %job, i64 $job.numbers
  %numbers = load ptr, ptr %numbers_at
  %states_at = getelementptr i64, ptr %job, i64 $job.states
  %states = load ptr, ptr %states_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %roles_at = getelementptr i64, ptr %job, i64 $job.roles
  %roles = load ptr, ptr %roles_at
  %point = call i64 @rulelang_chain_open_point(ptr %job)
  %renames = call i64 @rulelang_chain_lot(ptr %job, i64 4)
  %open = icmp sge i64 %point, 0
  br i1 %open, label %look, label %stay
stay:
  ret i64 $UNTAKEN
look:
  %place = mul i64 %point, %stride
  %from = getelementptr i8, ptr %states, i64 %place
  %n = call i64 @rulelang_chain_ways_at(ptr %job, ptr %from, i64 %point, i64 1)
  call void @rulelang_chain_spend(ptr %job, i64 1)
  %sum = call i64 @rulelang_chain_sum(ptr %job, i64 %n)
  %now = call i64 @rulelang_chain_drawn(ptr %job, i64 %sum)
  %before_at = getelementptr i64, ptr %numbers, i64 %point
  %before = load i64, ptr %before_at
  %same = icmp eq i64 %now, %before
  br i1 %same, label %stay, label %change
change:
  call void @rulelang_chain_keep(ptr %job, i64 %point, i1 false)
  store i64 %now, ptr %before_at
  %trades = icmp ne i64 %renames, 0
  br i1 %trades, label %pair, label %decide
pair:
  %role_at = getelementptr i64, ptr %roles, i64 %point
  %role = load i64, ptr %role_at
  %tossed = icmp eq i64 %role, 2
  br i1 %tossed, label %outcomes, label %actions
outcomes:
  %put_one_before = getelementptr i64, ptr %job, i64 $job.one
  store i64 %before, ptr %put_one_before
  %put_other_now = getelementptr i64, ptr %job, i64 $job.other
  store i64 %now, ptr %put_other_now
  br label %paired
actions:
  %some = call i1 @rulelang_chain_named(ptr %job, i64 %before, i64 %now)
  br i1 %some, label %paired, label %decide
paired:
  %one_at = getelementptr i64, ptr %job, i64 $job.one
  %one = load i64, ptr %one_at
  %other_at = getelementptr i64, ptr %job, i64 $job.other
  %other = load i64, ptr %other_at
  %redrawn = call i64 @rulelang_chain_redraw_later(ptr %job, i64 %point, i64 %one, i64 %other)
  %too = icmp sgt i64 %renames, 1
  br i1 %too, label %rename, label %decide
rename:
  %further = call i64 @rulelang_chain_rename(
    ptr %job, i64 %point, i64 %one, i64 %other, i64 %redrawn)
  br label %decide
decide:
  %last = phi i64 [ %point, %change ], [ %point, %actions ], [ %redrawn, %paired ],
                  [ %further, %rename ]
  %done = call i64 @rulelang_chain_decide(ptr %job, i64 %point, i64 %last, i64 %point)
  ret i64 %done
}

define internal i64 @rulelang_chain_move(ptr %job) nounwind {
  %swaps_at = getelementptr i64, ptr %job, i64 $job.swaps
  %swaps = load i64, ptr %swaps_at
  %kind = call i64 @rulelang_chain_lot(ptr %job, i64 $SHARES)
  %is_anew = icmp eq i64 %kind, 0
  br i1 %is_anew, label %anew, label %others
anew:
  %made = call i64 @rulelang_chain_anew(ptr %job)
  ret i64 %made
others:
  %is_swap = icmp sle i64 %kind, %swaps
  br i1 %is_swap, label %swap, label %redraw
swap:
  %swapped = call i64 @rulelang_chain_swap(ptr %job)
  ret i64 %swapped
redraw:
  %redrawn = call i64 @rulelang_chain_redraw(ptr %job)
  ret i64 %redrawn
}

define i64 @rulelang_chain_moves(ptr %job) nounwind {
entry:
  %count_at = getelementptr i64, ptr %job, i64 $job.count
  %count = load i64, ptr %count_at
  %index_at = getelementptr i64, ptr %job, i64 $job.index
  %spent_at = getelementptr i64, ptr %job, i64 $job.spent
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %on ]
  %taken = phi i64 [ 0, %entry ], [ %taken1, %on ]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %make, label %done
make:
  %index = load i64, ptr %index_at
  %spent = load i64, ptr %spent_at
  %said = call i64 @rulelang_chain_move(ptr %job)
  %left = icmp eq i64 %said, $LEFT
  br i1 %left, label %undo, label %on
on:
  %taken1 = add i64 %taken, %said
  %k1 = add i64 %k, 1
  br label %loop
undo:
  store i64 %index, ptr %index_at
  store i64 %spent, ptr %spent_at
  br label %done
done:
  %put_taken_taken = getelementptr i64, ptr %job, i64 $job.taken
  store i64 %taken, ptr %put_taken_taken
  ret i64 %k
}
