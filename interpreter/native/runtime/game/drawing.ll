; Drawing by lot: what a player does in a playout, and what chance brings. Counted in the context.
;
; draw_action(s, c) -> i64: an action; called where legal actions are listed.
; draw_from_row(s, c) -> i64: the same where all are in the first row.
; draw_outcome(s, c) -> i64: an outcome; called where outcomes are listed.

declare void @rulelang_draws_one(ptr)
declare i64 @rulelang_count(ptr)
declare i64 @rulelang_below(i64, i64, i64)
declare i64 @rulelang_nth(ptr, i64)
declare i64 @rulelang_bit(i64, i64)
declare i64 @rulelang_outcomes_weight(ptr)
declare i64 @rulelang_outcome_at(ptr, i64)

; A place among the legal actions by lot, counted as a choice.
define internal i64 @rulelang_draw_place(ptr noalias nocapture %c) alwaysinline nounwind {
  call void @rulelang_draws_one(ptr %c)
  %steps_at = getelementptr i64, ptr %c, i64 $context.steps
  store i64 0, ptr %steps_at
  %looks_at = getelementptr i64, ptr %c, i64 $context.looks
  store i64 0, ptr %looks_at
  %count = call i64 @rulelang_count(ptr %c)
  %minds_at = getelementptr i64, ptr %c, i64 $context.minds
  %minds = load i64, ptr %minds_at
  %choices_at = getelementptr i64, ptr %c, i64 $context.choices
  %choices = load i64, ptr %choices_at
  %decisions_at = getelementptr i64, ptr %c, i64 $context.decisions
  %decisions = load i64, ptr %decisions_at
  %branches_at = getelementptr i64, ptr %c, i64 $context.branches
  %branches = load i64, ptr %branches_at
  %widest_at = getelementptr i64, ptr %c, i64 $context.widest
  %widest = load i64, ptr %widest_at
  %place = call i64 @rulelang_below(i64 %minds, i64 %choices, i64 %count)
  %choices1 = add i64 %choices, 1
  store i64 %choices1, ptr %choices_at
  %open = icmp sgt i64 %count, 1
  %one = zext i1 %open to i64
  %decisions1 = add i64 %decisions, %one
  store i64 %decisions1, ptr %decisions_at
  %branches1 = add i64 %branches, %count
  store i64 %branches1, ptr %branches_at
  %widest1 = call i64 @llvm.smax.i64(i64 %widest, i64 %count)
  store i64 %widest1, ptr %widest_at
  ret i64 %place
}

define internal i64 @rulelang_draw_action(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
  %place = call i64 @rulelang_draw_place(ptr %c)
  %id = call i64 @rulelang_nth(ptr %c, i64 %place)
  ret i64 %id
}

define internal i64 @rulelang_draw_from_row(
    ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {
  %place = call i64 @rulelang_draw_place(ptr %c)
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  %second = getelementptr i64, ptr %row_buffer, i64 1
  %base = load i64, ptr %row_buffer
  %mask = load i64, ptr %second
  %bit = call i64 @rulelang_bit(i64 %mask, i64 %place)
  %id = add i64 %base, %bit
  ret i64 %id
}

define internal i64 @rulelang_draw_outcome(
    ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  call void @rulelang_draws_one(ptr %c)
  %steps_at = getelementptr i64, ptr %c, i64 $context.steps
  store i64 0, ptr %steps_at
  %looks_at = getelementptr i64, ptr %c, i64 $context.looks
  store i64 0, ptr %looks_at
  %luck_at = getelementptr i64, ptr %c, i64 $context.luck
  %luck = load i64, ptr %luck_at
  %chances_at = getelementptr i64, ptr %c, i64 $context.chances
  %chances = load i64, ptr %chances_at
  %chances1 = add i64 %chances, 1
  store i64 %chances1, ptr %chances_at
  %total = call i64 @rulelang_outcomes_weight(ptr %c)
  %place = call i64 @rulelang_below(i64 %luck, i64 %chances, i64 %total)
  %id = call i64 @rulelang_outcome_at(ptr %c, i64 %place)
  ret i64 %id
}
