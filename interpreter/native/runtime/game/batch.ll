; Many games stepped at once: those from `first` to below `past`. `a` as in `batch_game.ll`.
;
; batch_begin(a, c, first, past, stream, number) -> i64: every game anew; game `i` has the numbers
;   of chance of playthrough `number + i`. The first game that failed, or -1.
; batch_check(a, first, past) -> i64: the first game whose action is not legal, or -1.
; batch_step(a, c, first, past) -> i64: an action in each game, and the chance that follows; a game
;   that is over begins again. The first with a fault, where it stops, or -1.
; batch_observe(from, c, player, out): write what a player sees of a state.

declare ptr @rulelang_argument(ptr, i64)
declare i64 @rulelang_mix(i64)
declare i64 @rulelang_begin_game(ptr, ptr, ptr)
declare void @rulelang_tell_game(ptr, ptr, ptr, i64)
declare void @rulelang_take(ptr, ptr, i64)
declare i64 @rulelang_settle(ptr, ptr)
declare i64 @rulelang_sort(ptr)
declare void @rulelang_legal(ptr, ptr)
declare void @rulelang_observe(ptr, ptr, i64, i64)

define i64 @rulelang_batch_begin(
    ptr %a, ptr noalias nocapture %c, i64 %first, i64 %past, i64 %stream, i64 %number) nounwind {
entry:
  %s = alloca i8, i64 $whole, align 64
  %begin = call ptr @rulelang_argument(ptr %a, i64 $arguments.begin)
  %chance_streams = call ptr @rulelang_argument(ptr %a, i64 $arguments.chance_stream)
  %rewards = call ptr @rulelang_argument(ptr %a, i64 $arguments.rewards)
  %dones = call ptr @rulelang_argument(ptr %a, i64 $arguments.done)
  %chance_stream_c = getelementptr i64, ptr %c, i64 $context.chance_stream
  %chances_c = getelementptr i64, ptr %c, i64 $context.chances
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %told ]
  %go = icmp slt i64 %i, %past
  br i1 %go, label %game, label %end
end:
  ret i64 -1
game:
  %playthrough = add i64 %number, %i
  %x = xor i64 %stream, %playthrough
  %chance_stream = call i64 @rulelang_mix(i64 %x)
  %chance_stream_at = getelementptr i64, ptr %chance_streams, i64 %i
  store i64 %chance_stream, ptr %chance_stream_at
  store i64 %chance_stream, ptr %chance_stream_c
  store i64 0, ptr %chances_c
  %reward_at = mul i64 %i, $rewards
  %reward = getelementptr i8, ptr %rewards, i64 %reward_at
  call void @llvm.memset.p0.i64(ptr %reward, i8 0, i64 $rewards, i1 false)
  %done = getelementptr i8, ptr %dones, i64 %i
  store i8 0, ptr %done
  %found = call i64 @rulelang_begin_game(ptr %s, ptr %c, ptr %begin)
  %bad = icmp slt i64 %found, 0
  br i1 %bad, label %failed, label %told
failed:
  ret i64 %i
told:
  call void @rulelang_tell_game(ptr %a, ptr %s, ptr %c, i64 %i)
  %i1 = add i64 %i, 1
  br label %loop
}

define i64 @rulelang_batch_check(ptr %a, i64 %first, i64 %past) nounwind {
entry:
  %actions = call ptr @rulelang_argument(ptr %a, i64 $arguments.actions)
  %masks = call ptr @rulelang_argument(ptr %a, i64 $arguments.masks)
  %packed = call ptr @rulelang_argument(ptr %a, i64 $arguments.words)
  %no_masks = icmp eq ptr %masks, null
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %fine ]
  %go = icmp slt i64 %i, %past
  br i1 %go, label %game, label %end
end:
  ret i64 -1
game:
  %action_at = getelementptr i64, ptr %actions, i64 %i
  %action = load i64, ptr %action_at
  %known = icmp ult i64 %action, $actions
  br i1 %known, label %which, label %illegal
which:
  br i1 %no_masks, label %word, label %byte
byte:
  %mask_at = mul i64 %i, $actions
  %bit_at = add i64 %mask_at, %action
  %flag_p = getelementptr i8, ptr %masks, i64 %bit_at
  %flag = load i8, ptr %flag_p
  %legal = icmp ne i8 %flag, 0
  br i1 %legal, label %fine, label %illegal
word:
  %word_at = mul i64 %i, $words
  %number = lshr i64 %action, 6
  %at = add i64 %word_at, %number
  %word_p = getelementptr i64, ptr %packed, i64 %at
  %bits = load i64, ptr %word_p
  %shift = and i64 %action, 63
  %moved = lshr i64 %bits, %shift
  %legal_w = trunc i64 %moved to i1
  br i1 %legal_w, label %fine, label %illegal
fine:
  %i1 = add i64 %i, 1
  br label %loop
illegal:
  ret i64 %i
}

define i64 @rulelang_batch_step(ptr %a, ptr noalias nocapture %c, i64 %first, i64 %past) nounwind {
entry:
  %s = alloca i8, i64 $whole, align 64
  %states = call ptr @rulelang_argument(ptr %a, i64 $arguments.states)
  %begin = call ptr @rulelang_argument(ptr %a, i64 $arguments.begin)
  %actions = call ptr @rulelang_argument(ptr %a, i64 $arguments.actions)
  %chance_streams = call ptr @rulelang_argument(ptr %a, i64 $arguments.chance_stream)
  %chances = call ptr @rulelang_argument(ptr %a, i64 $arguments.chances)
  %rewards = call ptr @rulelang_argument(ptr %a, i64 $arguments.rewards)
  %dones = call ptr @rulelang_argument(ptr %a, i64 $arguments.done)
  %chance_stream_c = getelementptr i64, ptr %c, i64 $context.chance_stream
  %chances_c = getelementptr i64, ptr %c, i64 $context.chances
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %told ]
  %go = icmp slt i64 %i, %past
  br i1 %go, label %game, label %end
end:
  ret i64 -1
game:
  %state_at = mul i64 %i, $size
  %state = getelementptr i8, ptr %states, i64 %state_at
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %s, ptr %state, i64 $size, i1 false)
  %chance_stream_at = getelementptr i64, ptr %chance_streams, i64 %i
  %chance_stream = load i64, ptr %chance_stream_at
  store i64 %chance_stream, ptr %chance_stream_c
  %chances_at = getelementptr i64, ptr %chances, i64 %i
  %drawn = load i64, ptr %chances_at
  store i64 %drawn, ptr %chances_c
  %action_at = getelementptr i64, ptr %actions, i64 %i
  %action = load i64, ptr %action_at
  call void @rulelang_take(ptr %s, ptr %c, i64 %action)
  %fault = load i64, ptr %c
  %bad = icmp ne i64 %fault, 0
  br i1 %bad, label %failed, label %on
on:
  %sort = call i64 @rulelang_settle(ptr %s, ptr %c)
  %done = getelementptr i8, ptr %dones, i64 %i
  %reward_at = mul i64 %i, $rewards
  %reward = getelementptr i8, ptr %rewards, i64 %reward_at
  switch i64 %sort, label %failed [ i64 1, label %goes_on i64 0, label %over ]
goes_on:
  store i8 0, ptr %done
  call void @llvm.memset.p0.i64(ptr %reward, i8 0, i64 $rewards, i1 false)
  br label %told
over:
  store i8 1, ptr %done
  br label %pay
pay:
  %p = phi i64 [ 0, %over ], [ %p1, %pay ]
  %won = getelementptr i8, ptr %s, i64 $returns
  %won_p = getelementptr i64, ptr %won, i64 %p
  %scaled = load i64, ptr %won_p
  %number = sitofp i64 %scaled to double
  %scale = sitofp i64 $scale to double
  %share = fdiv double %number, %scale
  %reward_p = getelementptr double, ptr %reward, i64 %p
  store double %share, ptr %reward_p
  %p1 = add i64 %p, 1
  %more = icmp slt i64 %p1, $players
  br i1 %more, label %pay, label %again
again:
  %found = call i64 @rulelang_begin_game(ptr %s, ptr %c, ptr %begin)
  %bad_again = icmp slt i64 %found, 0
  br i1 %bad_again, label %failed, label %told
told:
  call void @rulelang_tell_game(ptr %a, ptr %s, ptr %c, i64 %i)
  %i1 = add i64 %i, 1
  br label %loop
failed:
  ret i64 %i
}

define void @rulelang_batch_observe(
    ptr noalias nocapture %from, ptr noalias nocapture %c, i64 %player, ptr noalias nocapture %out)
    nounwind {
  %s = alloca i8, i64 $whole, align 64
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 $size, i1 false)
  %behind = getelementptr i8, ptr %s, i64 $size
  call void @llvm.memset.p0.i64(ptr %behind, i8 0, i64 $seen, i1 false)
  %sort = call i64 @rulelang_sort(ptr %s)
  %asks = icmp eq i64 %sort, 1
  br i1 %asks, label %list, label %nobody
list:
  call void @rulelang_legal(ptr %s, ptr %c)
  %actor_c = getelementptr i64, ptr %c, i64 $context.actor
  %found = load i64, ptr %actor_c
  br label %nobody
nobody:
  %actor = phi i64 [ -1, %0 ], [ %found, %list ]
  call void @rulelang_observe(ptr %s, ptr %c, i64 %player, i64 %actor)
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %behind, i64 $seen, i1 false)
  ret void
}
