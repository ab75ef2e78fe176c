"""Drawing by lot in LLVM's text: what a player does in a playout, and what chance brings."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.runtime_text import slot_at, slots

_ONE_LESS: Final = f"""
{slots("auto")}
  %auto_on = icmp ne i64 %auto, 0
  %auto_by = sext i1 %auto_on to i64
  %auto1 = add i64 %auto, %auto_by
  store i64 %auto1, ptr %auto_at"""
"""In playouts that are cut: the context's `auto` is how much is still drawn; 0: none of it here."""


def _drawing(name: str, pick: str, counted: str) -> str:
    """Return the function that draws an action; `pick`: the one that finds it by its place."""
    return f"""
; A player's action by lot, noted; called where legal actions are listed.
define internal i64 @{PREFIX}{name}(ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {{{counted}
  %steps = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {slot_at("looks")}
  store i64 0, ptr %looks
  %count = call i64 @{PREFIX}count(ptr %c)
{slots("minds", "choices", "decisions", "branches", "widest")}
  %place = call i64 @{PREFIX}below(i64 %minds, i64 %choices, i64 %count)
  %id = call i64 @{PREFIX}{pick}(ptr %c, i64 %place)
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
  ret i64 %id
}}
"""


FROM_ROW: Final = f"""
; The action at a place where all are in the first row.
define internal i64 @{PREFIX}from_row(ptr noalias nocapture %c, i64 %place) alwaysinline nounwind {{
{slots("row_buffer")}
  %second = getelementptr i64, ptr %row_buffer, i64 1
  %base = load i64, ptr %row_buffer
  %mask = load i64, ptr %second
  %bit = call i64 @{PREFIX}bit(i64 %mask, i64 %place)
  %id = add i64 %base, %bit
  ret i64 %id
}}
"""


def drawn(*, is_cut: bool) -> str:
    """Return the functions that draw actions and outcomes; `is_cut`: playouts have a horizon."""
    counted = _ONE_LESS if is_cut else ""
    actions = (("draw_action", "nth"), ("draw_from_row", "from_row"))
    drawing = "".join(_drawing(name, pick, counted) for name, pick in actions)
    return f"{FROM_ROW}{drawing}\n{_outcome_drawn(counted)}"


def outcome_by_weight(context: str, place: str) -> str:
    """Return the lines that find one of the outcomes listed, `%id`, from the block `entry`.

    `place` draws a number below `%total`, the sum of the weights.
    """
    return f"""\
{slots("outcomes", "outcome_buffer", context=context)}
  br label %sum
sum:
  %i = phi i64 [ 0, %entry ], [ %i1, %add ]
  %total = phi i64 [ 0, %entry ], [ %total1, %add ]
  %go = icmp slt i64 %i, %outcomes
  br i1 %go, label %add, label %pick
add:
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %wp = getelementptr i64, ptr %outcome_buffer, i64 %odd
  %w = load i64, ptr %wp
  %total1 = add i64 %total, %w
  %i1 = add i64 %i, 1
  br label %sum
pick:
  %place = {place}
  br label %find
find:
  %j = phi i64 [ 0, %pick ], [ %j1, %pass ]
  %left = phi i64 [ %place, %pick ], [ %left1, %pass ]
  %twice2 = shl i64 %j, 1
  %idp = getelementptr i64, ptr %outcome_buffer, i64 %twice2
  %wp2 = getelementptr i64, ptr %idp, i64 1
  %w2 = load i64, ptr %wp2
  %here = icmp slt i64 %left, %w2
  br i1 %here, label %found, label %pass
pass:
  %left1 = sub i64 %left, %w2
  %j1 = add i64 %j, 1
  br label %find
found:
  %id = load i64, ptr %idp"""


def _outcome_drawn(counted: str) -> str:
    return f"""
; An outcome of chance, noted; called where outcomes are listed.
define internal i64 @{PREFIX}draw_outcome(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
entry:{counted}
  %steps = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {slot_at("looks")}
  store i64 0, ptr %looks
{slots("luck", "chances")}
  %chances1 = add i64 %chances, 1
  store i64 %chances1, ptr %chances_at
{outcome_by_weight("c", f"call i64 @{PREFIX}below(i64 %luck, i64 %chances, i64 %total)")}
  ret i64 %id
}}
"""
