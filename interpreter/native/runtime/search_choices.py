"""Which action an iteration of a tree search takes, in LLVM's text.

Children of a choice are linked by ascending action, so that one walk beside the legal actions
finds those that are there.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.runtime.search_slots import JOB, NODE, part, slots
from interpreter.native.runtime.search_slots import SEARCH as P

CHOOSE: Final = f"""
; Where the first child that is not before an action is named, going on from where one is named.
define internal ptr @{P}link(ptr %job, ptr %from, i64 %id) alwaysinline nounwind {{
entry:
  br label %look
look:
  %link = phi ptr [ %from, %entry ], [ %node_sibling_at, %compare ]
  %child = load i64, ptr %link
  %none = icmp eq i64 %child, 0
  br i1 %none, label %done, label %compare
compare:
  %node = call ptr @{P}node(ptr %job, i64 %child)
{part("action", "node")}
{part("sibling", "node")}
  %before = icmp slt i64 %node_action, %id
  br i1 %before, label %look, label %done
done:
  ret ptr %link
}}

; Whether a child is there and has an action.
define internal i1 @{P}tried(ptr %job, i64 %child, i64 %id) alwaysinline nounwind {{
  %some = icmp ne i64 %child, 0
  %node = call ptr @{P}node(ptr %job, i64 %child)
{part("action", "node")}
  %same = icmp eq i64 %node_action, %id
  %tried = and i1 %some, %same
  ret i1 %tried
}}

; The child for one of `n` legal actions, which is noted as chosen: one that was never tried, else
; the one with the highest bound. All that are there count as available.
define internal i64 @{P}choose(ptr %job, i64 %parent, i64 %player, i64 %n) nounwind {{
entry:
{slots("options")}
  %chosen_at = getelementptr i64, ptr %job, i64 {JOB["chosen"]}
  %top = call ptr @{P}node(ptr %job, i64 %parent)
  %first = getelementptr i64, ptr %top, i64 {NODE["child"]}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %from = phi ptr [ %first, %entry ], [ %behind, %on ]
  %new = phi i64 [ 0, %entry ], [ %new1, %on ]
  %best = phi i64 [ 0, %entry ], [ %best1, %on ]
  %highest = phi double [ 0xFFF0000000000000, %entry ], [ %highest1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %looked
look:
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %link = call ptr @{P}link(ptr %job, ptr %from, i64 %id)
  %child = load i64, ptr %link
  %tried = call i1 @{P}tried(ptr %job, i64 %child, i64 %id)
  br i1 %tried, label %known, label %untried
known:
  %node = call ptr @{P}node(ptr %job, i64 %child)
  %sibling_at = getelementptr i64, ptr %node, i64 {NODE["sibling"]}
{part("available", "node")}
  %available1 = add i64 %node_available, 1
  store i64 %available1, ptr %node_available_at
  %all_known = icmp eq i64 %new, 0
  br i1 %all_known, label %weigh, label %on
weigh:
  %bound = call double @{P}bound(ptr %job, ptr %node, i64 %player)
  %better = fcmp ogt double %bound, %highest
  %best_here = select i1 %better, i64 %child, i64 %best
  %highest_here = select i1 %better, double %bound, double %highest
  br label %on
untried:
  %new_more = add i64 %new, 1
  br label %on
on:
  %behind = phi ptr [ %sibling_at, %known ], [ %sibling_at, %weigh ], [ %link, %untried ]
  %new1 = phi i64 [ %new, %known ], [ %new, %weigh ], [ %new_more, %untried ]
  %best1 = phi i64 [ %best, %known ], [ %best_here, %weigh ], [ %best, %untried ]
  %highest1 = phi double [ %highest, %known ], [ %highest_here, %weigh ], [ %highest, %untried ]
  %i1 = add i64 %i, 1
  br label %loop
looked:
  %all = icmp eq i64 %new, 0
  br i1 %all, label %take, label %expand
take:
  %taken = call ptr @{P}node(ptr %job, i64 %best)
  %action = load i64, ptr %taken
  store i64 %action, ptr %chosen_at
  ret i64 %best
expand:
  %place = call i64 @{P}draw(ptr %job, i64 %new)
  %made = call i64 @{P}expand(ptr %job, ptr %first, i64 %place)
  ret i64 %made
}}

; A node for the legal action, number `place` of those without, in its place among the children.
define internal i64 @{P}expand(ptr %job, ptr %first, i64 %place) nounwind {{
entry:
{slots("options")}
  %chosen_at = getelementptr i64, ptr %job, i64 {JOB["chosen"]}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %from = phi ptr [ %first, %entry ], [ %link, %on ]
  %left = phi i64 [ %place, %entry ], [ %left1, %on ]
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %link = call ptr @{P}link(ptr %job, ptr %from, i64 %id)
  %child = load i64, ptr %link
  %tried = call i1 @{P}tried(ptr %job, i64 %child, i64 %id)
  br i1 %tried, label %on, label %untried
untried:
  %this = icmp eq i64 %left, 0
  %fewer = sub i64 %left, 1
  br i1 %this, label %make, label %on
on:
  %left1 = phi i64 [ %left, %loop ], [ %fewer, %untried ]
  %i1 = add i64 %i, 1
  br label %loop
make:
  store i64 %id, ptr %chosen_at
  %made = call i64 @{P}made(ptr %job, i64 %id, i64 %child)
  %full = icmp slt i64 %made, 0
  br i1 %full, label %done, label %fill
fill:
  store i64 %made, ptr %link
  %fresh = call ptr @{P}node(ptr %job, i64 %made)
  %available_at = getelementptr i64, ptr %fresh, i64 {NODE["available"]}
  store i64 1, ptr %available_at
  br label %done
done:
  ret i64 %made
}}
"""
