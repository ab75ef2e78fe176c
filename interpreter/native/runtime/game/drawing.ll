; Drawing by lot: what a player does in a playout, and what chance brings. Counted in the context.
;
; draw_action(s, c) -> i64: an action; called where legal actions are listed.
; draw_from_few(s, c) -> i64: the same where rows are few, and which is drawn is hard to foresee.
; draw_place(s, c, count) -> i64: a place among so many actions.
; lone_bit(s, c, mask, place) -> i64: the bit at a place of a mask, alone.
; draw_outcome(s, c) -> i64: an outcome; called where outcomes are listed.

declare void @rulelang_draws_one(ptr)
declare void @rulelang_begin_effort(ptr)
declare i64 @rulelang_count(ptr)
declare i64 @rulelang_choice_word(ptr, i64, i64)
declare i64 @rulelang_share(i64, i64)
declare i64 @rulelang_below(i64, i64, i64)
declare i64 @rulelang_nth(ptr, i64)
declare i64 @rulelang_bit(i64, i64)
declare i64 @rulelang_alone(i64, i64)
declare i64 @rulelang_outcomes_weight(ptr)
declare i64 @rulelang_outcome_at(ptr, i64)

; A place among so many legal actions by lot, counted as a choice. Volatile is what nothing waits
; for: it stays in memory, and leaves the registers of a loop of choices to what is waited for.
define internal i64 @rulelang_draw_place(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %count) alwaysinline nounwind {
  call void @rulelang_draws_one(ptr %c)
  call void @rulelang_begin_effort(ptr %c)
  %player_stream_at = getelementptr i64, ptr %c, i64 $context.player_stream
  %player_stream = load i64, ptr %player_stream_at
  %choices_at = getelementptr i64, ptr %c, i64 $context.choices
  %choices = load i64, ptr %choices_at
  %decisions_at = getelementptr i64, ptr %c, i64 $context.decisions
  %decisions = load volatile i64, ptr %decisions_at
  %branches_at = getelementptr i64, ptr %c, i64 $context.branches
  %branches = load volatile i64, ptr %branches_at
  %widest_at = getelementptr i64, ptr %c, i64 $context.widest
  %widest = load volatile i64, ptr %widest_at
  %word = call i64 @rulelang_choice_word(ptr %c, i64 %player_stream, i64 %choices)
  %place = call i64 @rulelang_share(i64 %word, i64 %count)
  %choices1 = add i64 %choices, 1
  store i64 %choices1, ptr %choices_at
  %open = icmp sgt i64 %count, 1
  %one = zext i1 %open to i64
  %decisions1 = add i64 %decisions, %one
  store volatile i64 %decisions1, ptr %decisions_at
  %branches1 = add i64 %branches, %count
  store volatile i64 %branches1, ptr %branches_at
  %widest1 = call i64 @llvm.smax.i64(i64 %widest, i64 %count)
  store volatile i64 %widest1, ptr %widest_at
  ret i64 %place
}

define internal i64 @rulelang_draw_action(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
  %count = call i64 @rulelang_count(ptr %c)
  %place = call i64 @rulelang_draw_place(ptr %s, ptr %c, i64 %count)
  %id = call i64 @rulelang_nth(ptr %c, i64 %place)
  ret i64 %id
}

define internal i64 @rulelang_lone_bit(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %mask, i64 %place)
    alwaysinline nounwind {
  %bit = call i64 @rulelang_alone(i64 %mask, i64 %place)
  ret i64 %bit
}

; The action at a place in a row.
define internal i64 @rulelang_in_row(
    ptr noalias nocapture %row, i64 %place) alwaysinline nounwind {
  %base = load i64, ptr %row
  %mask_at = getelementptr i64, ptr %row, i64 1
  %mask = load i64, ptr %mask_at
  %bit = call i64 @rulelang_bit(i64 %mask, i64 %place)
  %id = add i64 %base, %bit
  ret i64 %id
}

; Four rows at a time are looked at, so that the processor has nothing to guess; one that is alone
; is easy to foresee.
define internal i64 @rulelang_draw_from_few(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
entry:
  %count = call i64 @rulelang_count(ptr %c)
  %place = call i64 @rulelang_draw_place(ptr %s, ptr %c, i64 %count)
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  %all_at = getelementptr i64, ptr %c, i64 $context.rows
  %all = load i64, ptr %all_at
  %alone = icmp eq i64 %all, 1
  br i1 %alone, label %only, label %four
only:
  %foreseen = call i64 @rulelang_in_row(ptr %row_buffer, i64 %place)
  ret i64 %foreseen
four:
  %rows = phi ptr [ %row_buffer, %entry ], [ %next, %four ]
  %left0 = phi i64 [ %place, %entry ], [ %left4, %four ]
  %mask0_at = getelementptr i64, ptr %rows, i64 1
  %mask0 = load i64, ptr %mask0_at
  %bits0 = call i64 @llvm.ctpop.i64(i64 %mask0)
  %left1 = sub i64 %left0, %bits0
  %mask1_at = getelementptr i64, ptr %rows, i64 3
  %mask1 = load i64, ptr %mask1_at
  %bits1 = call i64 @llvm.ctpop.i64(i64 %mask1)
  %left2 = sub i64 %left1, %bits1
  %mask2_at = getelementptr i64, ptr %rows, i64 5
  %mask2 = load i64, ptr %mask2_at
  %bits2 = call i64 @llvm.ctpop.i64(i64 %mask2)
  %left3 = sub i64 %left2, %bits2
  %mask3_at = getelementptr i64, ptr %rows, i64 7
  %mask3 = load i64, ptr %mask3_at
  %bits3 = call i64 @llvm.ctpop.i64(i64 %mask3)
  %left4 = sub i64 %left3, %bits3
  %next = getelementptr i64, ptr %rows, i64 8
  %beyond = icmp sge i64 %left4, 0
  br i1 %beyond, label %four, label %found
found:
  %behind0 = icmp sge i64 %left1, 0
  %behind1 = icmp sge i64 %left2, 0
  %behind2 = icmp sge i64 %left3, 0
  %one = zext i1 %behind0 to i64
  %two = zext i1 %behind1 to i64
  %three = zext i1 %behind2 to i64
  %up_to_two = add i64 %one, %two
  %row = add i64 %up_to_two, %three
  %least1 = select i1 %behind0, i64 %left1, i64 %left0
  %least2 = select i1 %behind1, i64 %left2, i64 %least1
  %left = select i1 %behind2, i64 %left3, i64 %least2
  %twice = shl i64 %row, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
  %id = call i64 @rulelang_in_row(ptr %first, i64 %left)
  ret i64 %id
}

define internal i64 @rulelang_draw_outcome(
    ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  call void @rulelang_draws_one(ptr %c)
  call void @rulelang_begin_effort(ptr %c)
  %chance_stream_at = getelementptr i64, ptr %c, i64 $context.chance_stream
  %chance_stream = load i64, ptr %chance_stream_at
  %chances_at = getelementptr i64, ptr %c, i64 $context.chances
  %chances = load i64, ptr %chances_at
  %chances1 = add i64 %chances, 1
  store i64 %chances1, ptr %chances_at
  %total = call i64 @rulelang_outcomes_weight(ptr %c)
  %place = call i64 @rulelang_below(i64 %chance_stream, i64 %chances, i64 %total)
  %id = call i64 @rulelang_outcome_at(ptr %c, i64 %place)
  ret i64 %id
}
