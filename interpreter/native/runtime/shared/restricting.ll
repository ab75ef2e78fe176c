; Choices of a seat that leaves some actions alone. A job is what the module `recording` says.
;
; one_listed(list, stream, index, n) -> i64: one of the first `n` numbers of a list, by lot.
; may_take(barred, id) -> i1: whether a seat that is barred from some actions may take one.
; allowed(job, n, actor) -> i64: keep of `n` actions listed those that the seat to act is not
;   barred from, or all where there is no other; how many.
; lean_choice(job, player_stream, again, choices) -> i64: a player's action by lot, nothing of it
;   counted: the same as that of `noted_choice`.

declare i64 @rulelang_below(i64, i64, i64)

define internal i64 @rulelang_one_listed(
    ptr %list, i64 %stream, i64 %index, i64 %n) alwaysinline nounwind {
  %place = call i64 @rulelang_below(i64 %stream, i64 %index, i64 %n)
  %one_at = getelementptr i64, ptr %list, i64 %place
  %one = load i64, ptr %one_at
  ret i64 %one
}

define internal i1 @rulelang_may_take(ptr %barred, i64 %id) alwaysinline nounwind {
  %flag_at = getelementptr i8, ptr %barred, i64 %id
  %flag = load i8, ptr %flag_at
  %fine = icmp eq i8 %flag, 0
  ret i1 %fine
}

define internal i64 @rulelang_allowed(ptr %job, i64 %n, i64 %actor) nounwind {
entry:
  %list_at = getelementptr i64, ptr %job, i64 $job.list
  %list = load ptr, ptr %list_at
  %spare_at = getelementptr i64, ptr %job, i64 $job.spare
  %spare = load ptr, ptr %spare_at
  %barred_at = getelementptr i64, ptr %job, i64 $job.barred
  %barred = load ptr, ptr %barred_at
  %barred_seat_at = getelementptr i64, ptr %job, i64 $job.barred_seat
  %barred_seat = load i64, ptr %barred_seat_at
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
  %fine = call i1 @rulelang_may_take(ptr %barred, i64 %id)
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
}

define internal i64 @rulelang_lean_choice(
    ptr %job, i64 %player_stream, i64 %again, i64 %choices) nounwind {
entry:
  %ids_at = getelementptr i64, ptr %job, i64 $job.ids
  %ids = load ptr, ptr %ids_at
  %context_at = getelementptr i64, ptr %job, i64 $job.context
  %context = load ptr, ptr %context_at
  %list_at = getelementptr i64, ptr %job, i64 $job.list
  %list = load ptr, ptr %list_at
  %actions_at = getelementptr i64, ptr %job, i64 $job.actions
  %actions = load i64, ptr %actions_at
  %barred_at = getelementptr i64, ptr %job, i64 $job.barred
  %barred = load ptr, ptr %barred_at
  %barred_seat_at = getelementptr i64, ptr %job, i64 $job.barred_seat
  %barred_seat = load i64, ptr %barred_seat_at
  %log_at = getelementptr i64, ptr %job, i64 $job.log
  %log = load ptr, ptr %log_at
  %room_at = getelementptr i64, ptr %job, i64 $job.room
  %room = load i64, ptr %room_at
  %logged_at = getelementptr i64, ptr %job, i64 $job.logged
  %logged = load i64, ptr %logged_at
  %actor_at = getelementptr i64, ptr %context, i64 $context.actor
  %actor = load i64, ptr %actor_at
  %all = call i64 %ids(ptr %context, ptr %list)
  %freely = call i64 @rulelang_one_listed(
    ptr %list, i64 %player_stream, i64 %choices, i64 %all)
  %nobody = icmp eq ptr %barred, null
  %other_seat = icmp ne i64 %actor, %barred_seat
  %free = or i1 %nobody, %other_seat
  br i1 %free, label %settled, label %asked
asked:
  %fine = call i1 @rulelang_may_take(ptr %barred, i64 %freely)
  br i1 %fine, label %settled, label %others
others:
  %n = call i64 @rulelang_allowed(ptr %job, i64 %all, i64 %actor)
  %none = icmp eq i64 %n, %all
  br i1 %none, label %settled, label %once_more
once_more:
  %other = call i64 @rulelang_one_listed(ptr %list, i64 %again, i64 %choices, i64 %n)
  br label %settled
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
}
