"""The text of random playouts in LLVM, which `runtime` fills in.

What is in braces depends on the game; `CUT` and `UNCUT` are what differs where it has a standing.
"""

from __future__ import annotations

from typing import Final

PLAYOUTS: Final = """
; For each playout, in `out`: fault, choices, decisions, chances, branches, widest, returns. With
; `sums` the figures of all are added up in the first row.
define i64 @{P}playouts(ptr noalias nocapture %begin, ptr noalias nocapture %c, i64 %n, i64 %seed, i64 %first, ptr noalias nocapture %out, ptr noalias nocapture %stop, i64 %sums) nounwind {{
entry:
  %scratch_at = getelementptr i8, ptr %c, i64 {scratch}
  %s = load ptr, ptr %scratch_at
  %kx = xor i64 {players_key}, %seed
  %minds_seed = call i64 @{P}mix(i64 %kx)
  %cx = xor i64 {chance_key}, %seed
  %luck_seed = call i64 @{P}mix(i64 %cx)
  %auto_at = getelementptr i8, ptr %c, i64 {auto}
  %minds_at = getelementptr i8, ptr %c, i64 {minds}
  %luck_at = getelementptr i8, ptr %c, i64 {luck}{horizon}
  %choices_at = getelementptr i8, ptr %c, i64 {choices}
  %chances_at = getelementptr i8, ptr %c, i64 {chances}
  %decisions_at = getelementptr i8, ptr %c, i64 {decisions}
  %branches_at = getelementptr i8, ptr %c, i64 {branches}
  %widest_at = getelementptr i8, ptr %c, i64 {widest}
  %adds = icmp ne i64 %sums, 0
  %stride = select i1 %adds, i64 0, i64 {width}
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %told ]
  %halt = load volatile i32, ptr %stop
  %halted = icmp ne i32 %halt, 0
  %all = icmp sge i64 %i, %n
  %leave = or i1 %halted, %all
  br i1 %leave, label %done, label %play
done:
  ret i64 %i
play:
  %number = add i64 %first, %i
  %mx = xor i64 %minds_seed, %number
  %minds = call i64 @{P}mix(i64 %mx)
  store i64 %minds, ptr %minds_at
  %lx = xor i64 %luck_seed, %number
  %luck = call i64 @{P}mix(i64 %lx)
  store i64 %luck, ptr %luck_at
  store i64 0, ptr %choices_at
  store i64 0, ptr %chances_at
  store i64 0, ptr %decisions_at
  store i64 0, ptr %branches_at
  store i64 0, ptr %widest_at
  call void @{P}clear(ptr %c)
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %s, ptr %begin, i64 {size}, i1 false)
{at_once}  %sort = call i64 @{P}sort(ptr %s)
  switch i64 %sort, label %over [ i64 1, label %choose i64 2, label %draw ]
choose:
  call void @{P}legal(ptr %s, ptr %c)
  %id = call i64 @{P}draw_action(ptr %s, ptr %c)
  br label %run
draw:
  call void @{P}chance(ptr %s, ptr %c)
  %outcome = call i64 @{P}draw_outcome(ptr %s, ptr %c)
  br label %run
run:
  %taken = phi i64 [ %id, %choose ], [ %outcome, %draw ]
  store i64 {left}, ptr %auto_at
  call void @{P}go(ptr %s, ptr %c, i64 %taken)
  store i64 0, ptr %auto_at
{cut}  br label %over
over:
  %offset = mul i64 %i, %stride
  %row = getelementptr i8, ptr %out, i64 %offset
  %fault = load i64, ptr %c
  call void @{P}tell(ptr %row, i64 0, i64 %fault, i1 %adds)
  %v1 = load i64, ptr %choices_at
  call void @{P}tell(ptr %row, i64 1, i64 %v1, i1 %adds)
  %v2 = load i64, ptr %decisions_at
  call void @{P}tell(ptr %row, i64 2, i64 %v2, i1 %adds)
  %v3 = load i64, ptr %chances_at
  call void @{P}tell(ptr %row, i64 3, i64 %v3, i1 %adds)
  %v4 = load i64, ptr %branches_at
  call void @{P}tell(ptr %row, i64 4, i64 %v4, i1 %adds)
  %v5 = load i64, ptr %widest_at
  call void @{P}tell(ptr %row, i64 5, i64 %v5, i1 %adds)
  %won = getelementptr i8, ptr %s, i64 {returns}
  br label %telling
telling:
  %p = phi i64 [ 0, %over ], [ %p1, %tells ]
  %more = icmp slt i64 %p, {players}
  br i1 %more, label %tells, label %told
tells:
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %place = add i64 %p, 6
  call void @{P}tell(ptr %row, i64 %place, i64 %part, i1 %adds)
  %p1 = add i64 %p, 1
  br label %telling
told:
  %i1 = add i64 %i, 1
  br label %next
}}

define internal void @{P}tell(ptr noalias nocapture %row, i64 %place, i64 %value, i1 %adds) alwaysinline nounwind {{
  %at = getelementptr i64, ptr %row, i64 %place
  %old = load i64, ptr %at
  %kept = select i1 %adds, i64 %old, i64 0
  %sum = add i64 %kept, %value
  store i64 %sum, ptr %at
  ret void
}}
"""

CUT: Final = {
    "horizon": """
  %horizon_at = getelementptr i8, ptr %c, i64 {horizon}
  %horizon1 = load i64, ptr %horizon_at
  %horizon = sub i64 %horizon1, 1
  %left = sub i64 %horizon, 1
  %none_left = icmp eq i64 %horizon, 0""",
    "at_once": """  br i1 %none_left, label %met, label %draws
draws:
""",
    "left": "%left",
    "cut": """  br label %met
met:
  %failed = load i64, ptr %c
  %fine = icmp eq i64 %failed, 0
  %waits_for = call i64 @{P}sort(ptr %s)
  %waits = icmp ne i64 %waits_for, 0
  %stands = and i1 %fine, %waits
  br i1 %stands, label %stand, label %over
stand:
  call void @{P}clear(ptr %c)
  call i64 @{P}standing(ptr %s, ptr %c)
""",
}
"""What `PLAYOUTS` has more where the game has a standing, which counts where a playout is cut.

The context's `horizon` is one more than what may be drawn; 0: as much as there is.
"""

UNCUT: Final = {"horizon": "", "at_once": "", "left": "1", "cut": ""}
