; Looking ahead: Ref §29.
;
; look_ahead(s, c, id, choose) -> i64: 1 where an action, taken on a copy, comes to no dead end, or
;   where that is left to the reference; 0 where it does. `choose`: at which choice it stops.

declare void @rulelang_fault(ptr, i64)
declare void @rulelang_go(ptr, ptr, i64)

define internal i64 @rulelang_look_ahead(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, i64 %choose) nounwind {
  %depth_at = getelementptr i64, ptr %c, i64 $context.depth
  %depth = load i64, ptr %depth_at
  %deep = icmp sge i64 %depth, $MAX_DEPTH
  br i1 %deep, label %unsearched, label %count
unsearched:
  ret i64 1
count:
  %looks_at = getelementptr i64, ptr %c, i64 $context.looks
  %looks = load i64, ptr %looks_at
  %more = add i64 %looks, 1
  store i64 %more, ptr %looks_at
  ; The reference decides where there would be more.
  %many = icmp sge i64 %looks, $MAX_LOOKS
  br i1 %many, label %crowded, label %search
crowded:
  call void @rulelang_fault(ptr %c, i64 $CROWDED)
  ret i64 1
search:
  %deeper = add i64 %depth, 1
  store i64 %deeper, ptr %depth_at
  %looking_at = getelementptr i64, ptr %c, i64 $context.looking
  %looking = load i64, ptr %looking_at
  %taken_at = getelementptr i64, ptr %c, i64 $context.taken
  %taken = load i64, ptr %taken_at
  %actor_at = getelementptr i64, ptr %c, i64 $context.actor
  %actor = load i64, ptr %actor_at
  %auto_at = getelementptr i64, ptr %c, i64 $context.auto
  %auto = load i64, ptr %auto_at
  %rows_at = getelementptr i64, ptr %c, i64 $context.rows
  %rows = load i64, ptr %rows_at
  %capacity_at = getelementptr i64, ptr %c, i64 $context.capacity
  %capacity = load i64, ptr %capacity_at
  %row_buffer_at = getelementptr i64, ptr %c, i64 $context.row_buffer
  %row_buffer = load ptr, ptr %row_buffer_at
  store i64 %choose, ptr %looking_at
  %copy = alloca i8, i64 $size, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 $size, i1 false)
  %old_fault = load i64, ptr %c
  store i64 0, ptr %c
  store i64 0, ptr %auto_at
  %left = sub i64 %capacity, %rows
  store i64 %left, ptr %capacity_at
  %twice = shl i64 %rows, 1
  %free = getelementptr i64, ptr %row_buffer, i64 %twice
  store ptr %free, ptr %row_buffer_at
  call void @rulelang_go(ptr %copy, ptr %c, i64 %id)
  store i64 %depth, ptr %depth_at
  store i64 %looking, ptr %looking_at
  store ptr %row_buffer, ptr %row_buffer_at
  store i64 %capacity, ptr %capacity_at
  store i64 %rows, ptr %rows_at
  store i64 %auto, ptr %auto_at
  store i64 %actor, ptr %actor_at
  store i64 %taken, ptr %taken_at
  %fault = load i64, ptr %c
  store i64 %old_fault, ptr %c
  %spent = icmp sgt i64 %fault, $DEAD_END
  br i1 %spent, label %hard, label %soft
hard:
  call void @rulelang_fault(ptr %c, i64 %fault)
  ret i64 1
soft:
  %dead = icmp eq i64 %fault, $DEAD_END
  %leads = select i1 %dead, i64 0, i64 1
  ret i64 %leads
}
