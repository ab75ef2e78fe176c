; What a follower asks of code that keeps an observer log.
;
; observed(from, s, c, id) -> i64: take an action or outcome on a copy, and record it. How many
;   words, or a fault with its sign turned.
; observed_next(s, c) -> i64: who is to decide: a player, or what `sort` says as a number below 0.
; agrees(from, s, c, id) -> i64: take a number on a copy. 1 where what is recorded is what is
;   expected, 0 where it is not, UNRECORDED where it cannot be said, a fault with its sign turned.

declare void @rulelang_take(ptr, ptr, i64)
declare i64 @rulelang_sort(ptr)

define i64 @rulelang_observed(
    ptr noalias nocapture %from, ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id)
    nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %start = getelementptr i64, ptr %log, i64 $log.used
  store i64 0, ptr %start
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 $size, i1 false)
  call void @rulelang_take(ptr %s, ptr %c, i64 %id)
  %fault = load i64, ptr %c
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  ret i64 %used
}

define i64 @rulelang_observed_next(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {
  %sort = call i64 @rulelang_sort(ptr %s)
  %minus = xor i64 %sort, -1
  %actor_at = getelementptr i64, ptr %c, i64 $context.actor
  %actor = load i64, ptr %actor_at
  %asks = icmp eq i64 %sort, 1
  %next = select i1 %asks, i64 %actor, i64 %minus
  ret i64 %next
}

define i64 @rulelang_agrees(
    ptr noalias nocapture %from, ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id)
    nounwind {
entry:
  %used = call i64 @rulelang_observed(ptr %from, ptr %s, ptr %c, i64 %id)
  %failed = icmp slt i64 %used, 0
  br i1 %failed, label %bad, label %fine
bad:
  ret i64 %used
fine:
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %room_at = getelementptr i64, ptr %log, i64 $log.room
  %room = load i64, ptr %room_at
  %expected_at = getelementptr i64, ptr %log, i64 $log.expected
  %expected = load i64, ptr %expected_at
  %wanted_at = getelementptr i64, ptr %log, i64 $log.next
  %wanted = load i64, ptr %wanted_at
  %next = call i64 @rulelang_observed_next(ptr %s, ptr %c)
  %same_next = icmp eq i64 %next, %wanted
  br i1 %same_next, label %measure, label %no
measure:
  %full = icmp sge i64 %used, %room
  br i1 %full, label %unrecorded, label %whole
unrecorded:
  ; What was recorded before a text that is not; of a log that ran over all but a record left open.
  %over = icmp eq i64 %used, %room
  %beyond = sub i64 %used, %room
  %before = sub i64 %beyond, 1
  %closed = sub i64 %room, 4
  %known = select i1 %over, i64 %closed, i64 %before
  %fewer = icmp slt i64 %expected, %known
  br i1 %fewer, label %no, label %compare
whole:
  %same_size = icmp eq i64 %used, %expected
  br i1 %same_size, label %compare, label %no
compare:
  %size = phi i64 [ %known, %unrecorded ], [ %used, %whole ]
  %agreed = phi i64 [ $UNRECORDED, %unrecorded ], [ 1, %whole ]
  %words = getelementptr i64, ptr %log, i64 $WORDS
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
}
