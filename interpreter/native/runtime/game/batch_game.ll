; What is done with one game of many that are stepped at once; `batch.ll` steps them. `a` is where
; the addresses of the arrays lie, which the module `batch` lists.
;
; argument(a, at) -> ptr: one of these arrays.
; settle(s, c) -> i64: resolve chance up to a player's point, where what is legal is listed then.
;   1, 0 where the game is over, -1 for a fault.
; begin_game(s, c, begin) -> i64: begin a game, once more where it is over at once. 1, or -1.
; tell_game(a, s, c, i): write what is told of game `i`, whose state is `s`.
;
; The game has a function of its own:
; observe(s, c, player, actor): write what a player sees behind the state.

declare i64 @rulelang_sort(ptr)
declare void @rulelang_chance(ptr, ptr)
declare i64 @rulelang_draw_outcome(ptr, ptr)
declare void @rulelang_take(ptr, ptr, i64)
declare void @rulelang_legal(ptr, ptr)
declare void @rulelang_observe(ptr, ptr, i64, i64)

define internal ptr @rulelang_argument(ptr %a, i64 %at) alwaysinline nounwind {
  %slot = getelementptr ptr, ptr %a, i64 %at
  %found = load ptr, ptr %slot
  ret ptr %found
}

define internal i64 @rulelang_settle(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
entry:
  br label %loop
loop:
  %sort = call i64 @rulelang_sort(ptr %s)
  %luck = icmp eq i64 %sort, 2
  br i1 %luck, label %draw, label %done
done:
  ret i64 %sort
draw:
  call void @rulelang_chance(ptr %s, ptr %c)
  %unlisted = load i64, ptr %c
  %lost = icmp ne i64 %unlisted, 0
  br i1 %lost, label %failed, label %drawn
drawn:
  %outcome = call i64 @rulelang_draw_outcome(ptr %s, ptr %c)
  call void @rulelang_take(ptr %s, ptr %c, i64 %outcome)
  %fault = load i64, ptr %c
  %bad = icmp ne i64 %fault, 0
  br i1 %bad, label %failed, label %loop
failed:
  ret i64 -1
}

define internal i64 @rulelang_begin_game(
    ptr noalias nocapture %s, ptr noalias nocapture %c, ptr noalias nocapture %begin) nounwind {
entry:
  store i64 0, ptr %c
  br label %again
again:
  %tries = phi i64 [ 0, %entry ], [ %more, %empty ]
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %begin, i64 $size, i1 false)
  %sort = call i64 @rulelang_sort(ptr %s)
  %asks = icmp eq i64 %sort, 1
  br i1 %asks, label %list, label %luck
list:
  call void @rulelang_legal(ptr %s, ptr %c)
  ret i64 1
luck:
  %found = call i64 @rulelang_settle(ptr %s, ptr %c)
  %over = icmp eq i64 %found, 0
  br i1 %over, label %empty, label %done
done:
  ret i64 %found
empty:
  %more = add i64 %tries, 1
  %many = icmp sge i64 %more, $EMPTY
  br i1 %many, label %failed, label %again
failed:
  ret i64 -1
}

define internal void @rulelang_tell_game(
    ptr %a, ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %i) nounwind {
entry:
  %states = call ptr @rulelang_argument(ptr %a, i64 $arguments.states)
  %state_at = mul i64 %i, $size
  %state = getelementptr i8, ptr %states, i64 %state_at
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %s, i64 $size, i1 false)
  %chances_c = getelementptr i64, ptr %c, i64 $context.chances
  %count = load i64, ptr %chances_c
  %chances = call ptr @rulelang_argument(ptr %a, i64 $arguments.chances)
  %chances_at = getelementptr i64, ptr %chances, i64 %i
  store i64 %count, ptr %chances_at
  %actor_c = getelementptr i64, ptr %c, i64 $context.actor
  %actor = load i64, ptr %actor_c
  %actors = call ptr @rulelang_argument(ptr %a, i64 $arguments.actors)
  %actor_at = getelementptr i64, ptr %actors, i64 %i
  store i64 %actor, ptr %actor_at
  %rows_c = getelementptr i64, ptr %c, i64 $context.rows
  %n = load i64, ptr %rows_c
  %buffer_c = getelementptr i64, ptr %c, i64 $context.row_buffer
  %buffer = load ptr, ptr %buffer_c
  %masks = call ptr @rulelang_argument(ptr %a, i64 $arguments.masks)
  %no_masks = icmp eq ptr %masks, null
  br i1 %no_masks, label %words, label %bytes
bytes:
  %mask_at = mul i64 %i, $actions
  %mask = getelementptr i8, ptr %masks, i64 %mask_at
  call void @llvm.memset.p0.i64(ptr %mask, i8 0, i64 $actions, i1 false)
  br label %byte_row
byte_row:
  %r = phi i64 [ 0, %bytes ], [ %r1, %byte_done ]
  %r_go = icmp slt i64 %r, %n
  br i1 %r_go, label %byte_load, label %words
byte_load:
  %r2 = shl i64 %r, 1
  %base_p = getelementptr i64, ptr %buffer, i64 %r2
  %bits_p = getelementptr i64, ptr %base_p, i64 1
  %base = load i64, ptr %base_p
  %all_bits = load i64, ptr %bits_p
  %from = getelementptr i8, ptr %mask, i64 %base
  br label %bit
bit:
  %bits = phi i64 [ %all_bits, %byte_load ], [ %rest, %bit_put ]
  %some = icmp ne i64 %bits, 0
  br i1 %some, label %bit_put, label %byte_done
bit_put:
  %place = call i64 @llvm.cttz.i64(i64 %bits, i1 true)
  %cell = getelementptr i8, ptr %from, i64 %place
  store i8 1, ptr %cell
  %less = sub i64 %bits, 1
  %rest = and i64 %bits, %less
  br label %bit
byte_done:
  %r1 = add i64 %r, 1
  br label %byte_row
words:
  %packed = call ptr @rulelang_argument(ptr %a, i64 $arguments.words)
  %no_words = icmp eq ptr %packed, null
  br i1 %no_words, label %seen, label %pack
pack:
  %word_at = mul i64 %i, $bytes
  %word = getelementptr i8, ptr %packed, i64 %word_at
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 $bytes, i1 false)
  br label %word_row
word_row:
  %w = phi i64 [ 0, %pack ], [ %w1, %word_done ]
  %w_go = icmp slt i64 %w, %n
  br i1 %w_go, label %word_load, label %seen
word_load:
  %w2 = shl i64 %w, 1
  %wbase_p = getelementptr i64, ptr %buffer, i64 %w2
  %wbits_p = getelementptr i64, ptr %wbase_p, i64 1
  %wbase = load i64, ptr %wbase_p
  %wbits = load i64, ptr %wbits_p
  %number = lshr i64 %wbase, 6
  %shift = and i64 %wbase, 63
  %low_p = getelementptr i64, ptr %word, i64 %number
  %low = load i64, ptr %low_p
  %low_bits = shl i64 %wbits, %shift
  %low_new = or i64 %low, %low_bits
  store i64 %low_new, ptr %low_p
  %back = sub i64 63, %shift
  %half = lshr i64 %wbits, 1
  %high_bits = lshr i64 %half, %back
  %carries = icmp ne i64 %high_bits, 0
  br i1 %carries, label %carry, label %word_done
carry:
  %high_p = getelementptr i64, ptr %low_p, i64 1
  %high = load i64, ptr %high_p
  %high_new = or i64 %high, %high_bits
  store i64 %high_new, ptr %high_p
  br label %word_done
word_done:
  %w1 = add i64 %w, 1
  br label %word_row
seen:
  %rows = call ptr @rulelang_argument(ptr %a, i64 $arguments.rows)
  %no_rows = icmp eq ptr %rows, null
  br i1 %no_rows, label %done, label %look
look:
  %behind = getelementptr i8, ptr %s, i64 $size
  call void @llvm.memset.p0.i64(ptr %behind, i8 0, i64 $seen, i1 false)
  call void @rulelang_observe(ptr %s, ptr %c, i64 %actor, i64 %actor)
  %row_at = mul i64 %i, $seen
  %row = getelementptr i8, ptr %rows, i64 %row_at
  call void @llvm.memcpy.p0.p0.i64(ptr %row, ptr %behind, i64 $seen, i1 false)
  br label %done
done:
  ret void
}
