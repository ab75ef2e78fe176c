"""Telling one player what happens, in LLVM's text; `telling` writes the calls.

What he sees of a stretch of play is a list of words, the same for two stretches exactly where he
sees the same in both (`interpreter.reference.events.project` says what he sees):

| record | words |
|---|---|
| moved | tag, source, target, how many, then kinds in order; their backs, ascending; or nothing |
| shown, revealed | tag, cell, to whom, how many, then kinds; the last two only for who sees them |
| rolled | tag, cell, 0, how many, then faces; ascending where the dice have no order |
| changed | tag, cell, value |
| turn, phase, said, ended | tag and two numbers |

The log of a thread lies where the slot `log` of its context points: `LOG` words, room for what
happens, and room for what is expected. A log that is full has as many words as there is room. One
with a text that is not told has so many and one more, and as many again as were told before it.
"""

from __future__ import annotations

from typing import Final

from interpreter.layout import Layout
from interpreter.native.emit.text import PREFIX
from interpreter.native.memory.lowered import Lowered
from interpreter.native.memory.records import (
    CHANGED,
    HIDDEN,
    HIDDEN_BACKS,
    MOVED,
    ROLLED,
    SAID,
    SHOWN,
    SHOWN_OTHERS,
    SORTED,
)
from interpreter.native.runtime.memory_text import word, words
from interpreter.native.runtime.runtime_text import slot_at

LOG: Final = {
    name: at for at, name in enumerate(("used", "room", "observer", "begun", "expected", "next"))
}
"""The first words of a log. `expected`: how many words; `next`: who is expected to decide."""

WORDS: Final = 8
"""Where the words of a log begin."""

ROOM: Final = 1 << 12
"""Words that a log holds."""

ALL_SEEING: Final = 63
"""As the observer: one who sees all that happens."""

UNTOLD: Final = 2
"""What `agrees` says where the log does not tell."""

_HERE: Final = "ptr noalias nocapture %s, ptr noalias nocapture %c"


def _slots(*names: str) -> str:
    """Return the lines that load words of the log at `%log` into registers of their names."""
    return words("log", LOG, names)


_FIND_LOG: Final = f"""
  %pointer = getelementptr i8, ptr %c, i64 {slot_at("log")}
  %log = load ptr, ptr %pointer"""


def telling_text(lowered: Lowered, layout: Layout) -> str:
    """Return the functions that tell, and those by which a follower asks."""
    return _tables(layout) + _RECORDS + _CONTENTS + _LOOK + _asking(lowered)


def _tables(layout: Layout) -> str:
    all_seeing = -1 << ALL_SEEING
    seen = [all_seeing + sum(1 << player for player in seen) for seen in layout.seen_by]
    bags = [int(at < len(layout.is_bag) and layout.is_bag[at]) for at in range(len(seen))]
    backs = [-1 if back is None else back for back in layout.back_of]
    return "".join(
        f"@{PREFIX}{name} = private unnamed_addr constant [{len(entries)} x i64]"
        f" [{', '.join(f'i64 {entry}' for entry in entries)}]\n"
        for name, entries in (("seen_by", seen), ("bags", bags), ("backs", backs or [-1]))
    )


_RECORDS: Final = f"""
define internal void @{PREFIX}told_word(ptr %log, i64 %word) alwaysinline nounwind {{
{_slots("used", "room")}
  %fits = icmp slt i64 %used, %room
  br i1 %fits, label %put, label %done
put:
  %place = add i64 %used, {WORDS}
  %at = getelementptr i64, ptr %log, i64 %place
  store i64 %word, ptr %at
  %more = add i64 %used, 1
  store i64 %more, ptr %used_at
  br label %done
done:
  ret void
}}

define internal i1 @{PREFIX}told_sees(ptr %log, i64 %cell) alwaysinline nounwind {{
{_slots("observer")}
  %at = getelementptr i64, ptr @{PREFIX}seen_by, i64 %cell
  %players = load i64, ptr %at
  %moved = lshr i64 %players, %observer
  %sees = trunc i64 %moved to i1
  ret i1 %sees
}}

define internal void @{PREFIX}told_note({_HERE}, i64 %tag, i64 %one, i64 %two) nounwind {{
{_FIND_LOG}
  call void @{PREFIX}told_word(ptr %log, i64 %tag)
  call void @{PREFIX}told_word(ptr %log, i64 %one)
  call void @{PREFIX}told_word(ptr %log, i64 %two)
  ret void
}}

define internal void @{PREFIX}told_changed({_HERE}, i64 %cell, i64 %old, i64 %new) nounwind {{
{_FIND_LOG}
  %differs = icmp ne i64 %old, %new
  %sees = call i1 @{PREFIX}told_sees(ptr %log, i64 %cell)
  %tells = and i1 %differs, %sees
  br i1 %tells, label %tell, label %done
tell:
  call void @{PREFIX}told_note(ptr %s, ptr %c, i64 {CHANGED}, i64 %cell, i64 %new)
  br label %done
done:
  ret void
}}

; A text with a number; -1 for one that is not told here. To a player, or -1 for all.
define internal void @{PREFIX}told_said({_HERE}, i64 %to, i64 %number) nounwind {{
{_FIND_LOG}
{_slots("observer")}
  %all = icmp slt i64 %to, 0
  %mine = icmp eq i64 %to, %observer
  %hears = or i1 %all, %mine
  br i1 %hears, label %tell, label %done
tell:
  %told = icmp sge i64 %number, 0
  br i1 %told, label %note, label %full
note:
  call void @{PREFIX}told_note(ptr %s, ptr %c, i64 {SAID}, i64 %number, i64 %to)
  br label %done
full:
{_slots("used", "room")}
  %fits = icmp slt i64 %used, %room
  br i1 %fits, label %stop, label %done
stop:
  %beyond = add i64 %room, 1
  %whole = add i64 %beyond, %used
  store i64 %whole, ptr %used_at
  br label %done
done:
  ret void
}}

define internal void @{PREFIX}told_open({_HERE}, i64 %tag, i64 %one, i64 %two) nounwind {{
{_FIND_LOG}
{_slots("used")}
  %begun_at = getelementptr i64, ptr %log, i64 {LOG["begun"]}
  store i64 %used, ptr %begun_at
  call void @{PREFIX}told_note(ptr %s, ptr %c, i64 %tag, i64 %one, i64 %two)
  call void @{PREFIX}told_word(ptr %log, i64 0)
  ret void
}}

define internal void @{PREFIX}told_moved({_HERE}, i64 %source, i64 %target) nounwind {{
{_FIND_LOG}
  %from = call i1 @{PREFIX}told_sees(ptr %log, i64 %source)
  %into = call i1 @{PREFIX}told_sees(ptr %log, i64 %target)
  %sees = or i1 %from, %into
  %one_at = getelementptr i64, ptr @{PREFIX}bags, i64 %source
  %one = load i64, ptr %one_at
  %two_at = getelementptr i64, ptr @{PREFIX}bags, i64 %target
  %two = load i64, ptr %two_at
  %both = and i64 %one, %two
  %mixed = icmp ne i64 %both, 0
  %unseen = select i1 %mixed, i64 {HIDDEN}, i64 {HIDDEN_BACKS}
  %tag = select i1 %sees, i64 {MOVED}, i64 %unseen
  call void @{PREFIX}told_open(ptr %s, ptr %c, i64 %tag, i64 %source, i64 %target)
  ret void
}}

define internal void @{PREFIX}told_rolled({_HERE}, i64 %cell, i64 %ordered) nounwind {{
{_FIND_LOG}
  %sees = call i1 @{PREFIX}told_sees(ptr %log, i64 %cell)
  %row = icmp ne i64 %ordered, 0
  %seen = select i1 %row, i64 {ROLLED}, i64 {SORTED}
  %tag = select i1 %sees, i64 %seen, i64 {HIDDEN}
  %zero = select i1 %sees, i64 0, i64 -1
  call void @{PREFIX}told_open(ptr %s, ptr %c, i64 %tag, i64 %cell, i64 %zero)
  ret void
}}

; What lies in a zone is shown to a player, or revealed to all (-1).
define internal void @{PREFIX}told_shown({_HERE}, i64 %tag, i64 %cell, i64 %to) nounwind {{
{_FIND_LOG}
{_slots("observer")}
  %all = icmp slt i64 %to, 0
  %mine = icmp eq i64 %to, %observer
  %own = call i1 @{PREFIX}told_sees(ptr %log, i64 %cell)
  %some = or i1 %all, %mine
  %sees = or i1 %some, %own
  %told = select i1 %sees, i64 %tag, i64 {SHOWN_OTHERS}
  call void @{PREFIX}told_open(ptr %s, ptr %c, i64 %told, i64 %cell, i64 %to)
  ret void
}}
"""

_CONTENTS: Final = f"""
; A kind of the record that is open, so many times.
define internal void @{PREFIX}told_kind({_HERE}, i64 %kind, i64 %times) nounwind {{
entry:
{_FIND_LOG}
{word("log", LOG["used"], "used0")}
{_slots("room", "begun")}
  %there = icmp slt i64 %used0, %room
  br i1 %there, label %begin, label %done
begin:
  %words = getelementptr i64, ptr %log, i64 {WORDS}
  %record = getelementptr i64, ptr %words, i64 %begun
  %tag = load i64, ptr %record
  %count_at = getelementptr i64, ptr %record, i64 3
  br label %again
again:
  %i = phi i64 [ 0, %begin ], [ %i1, %next ]
  %goes_on = icmp slt i64 %i, %times
  br i1 %goes_on, label %look, label %done
look:
  %i1 = add i64 %i, 1
  switch i64 %tag, label %plain [
    i64 {SHOWN_OTHERS}, label %next
    i64 {HIDDEN}, label %counted
    i64 {HIDDEN_BACKS}, label %back
    i64 {SORTED}, label %sort
  ]
back:
  %back_at = getelementptr i64, ptr @{PREFIX}backs, i64 %kind
  %side = load i64, ptr %back_at
  %has = icmp sge i64 %side, 0
  br i1 %has, label %sort, label %counted
sort:
  %word = phi i64 [ %kind, %look ], [ %side, %back ]
  call void @{PREFIX}told_word(ptr %log, i64 %word)
{_slots("used")}
  %first = add i64 %begun, 4
  %last = sub i64 %used, 1
  br label %sift
sift:
  %j = phi i64 [ %last, %sort ], [ %j1, %shift ]
  %deeper = icmp sgt i64 %j, %first
  br i1 %deeper, label %compare, label %counted
compare:
  %j1 = sub i64 %j, 1
  %below_at = getelementptr i64, ptr %words, i64 %j1
  %below = load i64, ptr %below_at
  %here_at = getelementptr i64, ptr %words, i64 %j
  %here = load i64, ptr %here_at
  %larger = icmp sgt i64 %below, %here
  br i1 %larger, label %shift, label %counted
shift:
  store i64 %here, ptr %below_at
  store i64 %below, ptr %here_at
  br label %sift
plain:
  call void @{PREFIX}told_word(ptr %log, i64 %kind)
  br label %counted
counted:
  %count = load i64, ptr %count_at
  %count1 = add i64 %count, 1
  store i64 %count1, ptr %count_at
  br label %next
next:
  br label %again
done:
  ret void
}}

; The record that is open is whole; one of nothing was none, but what was shown may be nothing.
define internal void @{PREFIX}told_all({_HERE}) nounwind {{
{_FIND_LOG}
{_slots("used", "room", "begun")}
  %there = icmp slt i64 %used, %room
  br i1 %there, label %look, label %done
look:
  %place = add i64 %begun, {WORDS}
  %record = getelementptr i64, ptr %log, i64 %place
  %tag = load i64, ptr %record
  %count_at = getelementptr i64, ptr %record, i64 3
  %count = load i64, ptr %count_at
  %some = icmp ne i64 %count, 0
  %one = icmp eq i64 %tag, {SHOWN}
  %other = icmp eq i64 %tag, {SHOWN_OTHERS}
  %shown = or i1 %one, %other
  %stays = or i1 %some, %shown
  br i1 %stays, label %done, label %drop
drop:
  store i64 %begun, ptr %used_at
  br label %done
done:
  ret void
}}
"""

_LOOK: Final = f"""
; What comes in looking ahead did not happen.
define internal i64 @{PREFIX}look({_HERE}, i64 %id, i64 %choose) nounwind {{
{_FIND_LOG}
{_slots("used", "begun")}
  %leads = call i64 @{PREFIX}look_untold(ptr %s, ptr %c, i64 %id, i64 %choose)
  store i64 %used, ptr %used_at
  store i64 %begun, ptr %begun_at
  ret i64 %leads
}}
"""


def _asking(lowered: Lowered) -> str:
    return f"""
; Take an action or outcome on a copy, and tell. Returns how many words, or a fault turned round.
define i64 @{PREFIX}told(ptr noalias nocapture %from, {_HERE}, i64 %id) nounwind {{
{_FIND_LOG}
  %start = getelementptr i64, ptr %log, i64 {LOG["used"]}
  store i64 0, ptr %start
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 {lowered.module.size}, i1 false)
  call void @{PREFIX}take(ptr %s, ptr %c, i64 %id)
  %fault = load i64, ptr %c
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
{_slots("used")}
  ret i64 %used
}}

; Who is to decide: a player, or what `sort` says as a number below 0.
define i64 @{PREFIX}told_next({_HERE}) nounwind {{
  %sort = call i64 @{PREFIX}sort(ptr %s)
  %minus = xor i64 %sort, -1
  %actor_at = getelementptr i8, ptr %c, i64 {slot_at("actor")}
  %actor = load i64, ptr %actor_at
  %asks = icmp eq i64 %sort, 1
  %next = select i1 %asks, i64 %actor, i64 %minus
  ret i64 %next
}}

; Take a number on a copy: 1 where what is told is what is expected, 0 where it is not, `UNTOLD`
; where it cannot be said, a fault turned round.
define i64 @{PREFIX}agrees(ptr noalias nocapture %from, {_HERE}, i64 %id) nounwind {{
entry:
  %told = call i64 @{PREFIX}told(ptr %from, ptr %s, ptr %c, i64 %id)
  %failed = icmp slt i64 %told, 0
  br i1 %failed, label %bad, label %fine
bad:
  ret i64 %told
fine:
{_FIND_LOG}
{_slots("room", "expected")}
{word("log", LOG["next"], "wanted")}
  %next = call i64 @{PREFIX}told_next(ptr %s, ptr %c)
  %same_next = icmp eq i64 %next, %wanted
  br i1 %same_next, label %measure, label %no
measure:
  %full = icmp sge i64 %told, %room
  br i1 %full, label %untold, label %whole
untold:
  ; What was told before a text that is not; of a log that ran over all but a record left open.
  %over = icmp eq i64 %told, %room
  %beyond = sub i64 %told, %room
  %before = sub i64 %beyond, 1
  %closed = sub i64 %room, 4
  %known = select i1 %over, i64 %closed, i64 %before
  %fewer = icmp slt i64 %expected, %known
  br i1 %fewer, label %no, label %compare
whole:
  %same_size = icmp eq i64 %told, %expected
  br i1 %same_size, label %compare, label %no
compare:
  %size = phi i64 [ %known, %untold ], [ %told, %whole ]
  %agreed = phi i64 [ {UNTOLD}, %untold ], [ 1, %whole ]
  %words = getelementptr i64, ptr %log, i64 {WORDS}
  %others = getelementptr i64, ptr %words, i64 %room
  br label %word
word:
  %i = phi i64 [ 0, %compare ], [ %i1, %same ]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %read, label %yes
read:
  %one_at = getelementptr i64, ptr %words, i64 %i
  %one = load i64, ptr %one_at
  %two_at = getelementptr i64, ptr %others, i64 %i
  %two = load i64, ptr %two_at
  %alike = icmp eq i64 %one, %two
  br i1 %alike, label %same, label %no
same:
  %i1 = add i64 %i, 1
  br label %word
yes:
  ret i64 %agreed
no:
  ret i64 0
}}
"""
