"""Choices of a seat that leaves some actions alone, in LLVM's text, the same for every game."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.recording_slots import job_slots
from interpreter.native.runtime.runtime_text import slot_at

FREELY: Final = f"""\
  %actor_at = getelementptr i8, ptr %context, i64 {slot_at("actor")}
  %actor = load i64, ptr %actor_at
  %all = call i64 %ids(ptr %context, ptr %list)
  %place = call i64 @{PREFIX}below(i64 %minds, i64 %choices, i64 %all)
  %freely_at = getelementptr i64, ptr %list, i64 %place
  %freely = load i64, ptr %freely_at"""
"""Lines that draw an action, `%freely`, from `%all` that the seat to act has."""

IS_FINE: Final = """\
  %flag_at = getelementptr i8, ptr %barred, i64 %freely
  %flag = load i8, ptr %flag_at
  %fine = icmp eq i8 %flag, 0"""
"""Lines that ask whether the seat may take it, where it is barred from some: `%fine`."""

ONCE_MORE: Final = f"""\
once_more:
  %other_place = call i64 @{PREFIX}below(i64 %again, i64 %choices, i64 %n)
  %other_at = getelementptr i64, ptr %list, i64 %other_place
  %other = load i64, ptr %other_at
  br label %settled"""
"""The block that draws `%other` from the `%n` actions it may take."""

ALLOWED: Final = f"""
; The actions that the seat to act is not barred from, or all where there is no other.
define internal i64 @{PREFIX}allowed(ptr %job, i64 %n, i64 %actor) nounwind {{
entry:
{job_slots("list", "spare", "barred", "barred_seat")}
  %nobody = icmp eq ptr %barred, null
  %other = icmp ne i64 %actor, %barred_seat
  %free = or i1 %nobody, %other
  br i1 %free, label %all, label %next
all:
  ret i64 %n
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %kept = phi i64 [ 0, %entry ], [ %kept1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %found
look:
  %id_at = getelementptr i64, ptr %list, i64 %i
  %id = load i64, ptr %id_at
  %flag_at = getelementptr i8, ptr %barred, i64 %id
  %flag = load i8, ptr %flag_at
  %fine = icmp eq i8 %flag, 0
  br i1 %fine, label %keep, label %on
keep:
  %to = getelementptr i64, ptr %spare, i64 %kept
  store i64 %id, ptr %to
  br label %on
on:
  %one = zext i1 %fine to i64
  %kept1 = add i64 %kept, %one
  %i1 = add i64 %i, 1
  br label %next
found:
  %none = icmp eq i64 %kept, 0
  br i1 %none, label %all, label %copy
copy:
  %bytes = mul i64 %kept, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %list, ptr %spare, i64 %bytes, i1 false)
  ret i64 %kept
}}
"""

LEAN: Final = f"""
; A player's action by lot, nothing of it counted: the same as that of `noted_choice`.
define internal i64 @{PREFIX}lean_choice(
    ptr %job, i64 %minds, i64 %again, i64 %choices
) nounwind {{
entry:
{job_slots("ids", "context", "list", "actions", "barred", "barred_seat", "log", "room", "logged")}
{FREELY}
  %nobody = icmp eq ptr %barred, null
  %other_seat = icmp ne i64 %actor, %barred_seat
  %free = or i1 %nobody, %other_seat
  br i1 %free, label %settled, label %asked
asked:
{IS_FINE}
  br i1 %fine, label %settled, label %others
others:
  %n = call i64 @{PREFIX}allowed(ptr %job, i64 %all, i64 %actor)
  %none = icmp eq i64 %n, %all
  br i1 %none, label %settled, label %once_more
{ONCE_MORE}
settled:
  %picked = phi i64 [ %freely, %entry ], [ %freely, %asked ], [ %freely, %others ],
    [ %other, %once_more ]
  %unasked = icmp eq ptr %log, null
  br i1 %unasked, label %done, label %note
note:
  %after = add i64 %logged, 1
  store i64 %after, ptr %logged_at
  %fits = icmp slt i64 %logged, %room
  br i1 %fits, label %write, label %done
write:
  %row = mul i64 %actor, %actions
  %entry_of = add i64 %row, %picked
  %to = getelementptr i64, ptr %log, i64 %logged
  store i64 %entry_of, ptr %to
  br label %done
done:
  ret i64 %picked
}}
"""
