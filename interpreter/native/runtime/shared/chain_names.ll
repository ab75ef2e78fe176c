; Names of actions: which kinds they name, and the same with two kinds traded. How names lie in
; memory is said in `interpreter.native.memory.shares`.
;
; chain_arm(names, number) -> i64: where the arm of an action stands among the names, or 0.
; chain_traded(names, number, one, other) -> i64: an action in which two kinds trade places.
; chain_named(job, a, b) -> i1: whether two actions of one arm differ in a kind alone; the two
;   kinds are in `one` and `other` of the job then.

define internal i64 @rulelang_chain_arm(ptr %names, i64 %number) nounwind {
entry:
  %arms = load i64, ptr %names
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %more = icmp slt i64 %i, %arms
  br i1 %more, label %look, label %none
look:
  %words = mul i64 %i, $ARM_WORDS
  %at = add i64 %words, $HEAD_WORDS
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %end_at = getelementptr i64, ptr %first_at, i64 1
  %end = load i64, ptr %end_at
  %behind = icmp sge i64 %number, %first
  %before = icmp slt i64 %number, %end
  %inside = and i1 %behind, %before
  br i1 %inside, label %found, label %on
on:
  %i1 = add i64 %i, 1
  br label %loop
found:
  ret i64 %at
none:
  ret i64 0
}

define internal i64 @rulelang_chain_traded(
    ptr %names, i64 %number, i64 %one, i64 %other) nounwind {
entry:
  %at = call i64 @rulelang_chain_arm(ptr %names, i64 %number)
  %some = icmp sgt i64 %at, 0
  br i1 %some, label %begun, label %none
none:
  ret i64 %number
begun:
  %kinds_at = getelementptr i64, ptr %names, i64 1
  %kinds = load i64, ptr %kinds_at
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %count_at = getelementptr i64, ptr %first_at, i64 2
  %count = load i64, ptr %count_at
  %records_at = getelementptr i64, ptr %first_at, i64 3
  %records = load i64, ptr %records_at
  %rest = sub i64 %number, %first
  br label %loop
loop:
  %j = phi i64 [ 0, %begun ], [ %j1, %on ]
  %now = phi i64 [ %number, %begun ], [ %now1, %on ]
  %more = icmp slt i64 %j, %count
  br i1 %more, label %look, label %done
look:
  %words = mul i64 %j, $ARGUMENT_WORDS
  %place = add i64 %records, %words
  %step_at = getelementptr i64, ptr %names, i64 %place
  %step = load i64, ptr %step_at
  %size_at = getelementptr i64, ptr %step_at, i64 1
  %size = load i64, ptr %size_at
  %values_at = getelementptr i64, ptr %step_at, i64 2
  %values = load i64, ptr %values_at
  %places_at = getelementptr i64, ptr %step_at, i64 3
  %places = load i64, ptr %places_at
  %named = icmp sge i64 %values, 0
  br i1 %named, label %read, label %on
read:
  %steps = udiv i64 %rest, %step
  %digit = urem i64 %steps, %size
  %value_place = add i64 %values, %digit
  %value_at = getelementptr i64, ptr %names, i64 %value_place
  %value = load i64, ptr %value_at
  %is_one = icmp eq i64 %value, %one
  %is_other = icmp eq i64 %value, %other
  %either = or i1 %is_one, %is_other
  br i1 %either, label %turn, label %on
turn:
  %wanted = select i1 %is_one, i64 %other, i64 %one
  %known = icmp ult i64 %wanted, %kinds
  br i1 %known, label %find, label %on
find:
  %digit_place = add i64 %places, %wanted
  %digit_at = getelementptr i64, ptr %names, i64 %digit_place
  %new_digit = load i64, ptr %digit_at
  %there = icmp sge i64 %new_digit, 0
  br i1 %there, label %put, label %on
put:
  %by = sub i64 %new_digit, %digit
  %change = mul i64 %by, %step
  %changed = add i64 %now, %change
  br label %on
on:
  %now1 = phi i64 [ %now, %look ], [ %now, %read ], [ %now, %turn ], [ %now, %find ],
                  [ %changed, %put ]
  %j1 = add i64 %j, 1
  br label %loop
done:
  ret i64 %now
}

define internal i1 @rulelang_chain_named(ptr %job, i64 %a, i64 %b) nounwind {
entry:
  %names_at = getelementptr i64, ptr %job, i64 $job.names
  %names = load ptr, ptr %names_at
  %at = call i64 @rulelang_chain_arm(ptr %names, i64 %a)
  %its = call i64 @rulelang_chain_arm(ptr %names, i64 %b)
  %some = icmp sgt i64 %at, 0
  %alike = icmp eq i64 %at, %its
  %fits = and i1 %some, %alike
  br i1 %fits, label %begun, label %none
none:
  ret i1 false
begun:
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %count_at = getelementptr i64, ptr %first_at, i64 2
  %count = load i64, ptr %count_at
  %records_at = getelementptr i64, ptr %first_at, i64 3
  %records = load i64, ptr %records_at
  %rest_a = sub i64 %a, %first
  %rest_b = sub i64 %b, %first
  br label %loop
loop:
  %j = phi i64 [ 0, %begun ], [ %j1, %on ]
  %apart = phi i64 [ 0, %begun ], [ %apart1, %on ]
  %more = icmp slt i64 %j, %count
  br i1 %more, label %look, label %done
look:
  %words = mul i64 %j, $ARGUMENT_WORDS
  %place = add i64 %records, %words
  %step_at = getelementptr i64, ptr %names, i64 %place
  %step = load i64, ptr %step_at
  %size_at = getelementptr i64, ptr %step_at, i64 1
  %size = load i64, ptr %size_at
  %values_at = getelementptr i64, ptr %step_at, i64 2
  %values = load i64, ptr %values_at
  %steps_a = udiv i64 %rest_a, %step
  %digit_a = urem i64 %steps_a, %size
  %steps_b = udiv i64 %rest_b, %step
  %digit_b = urem i64 %steps_b, %size
  %same = icmp eq i64 %digit_a, %digit_b
  br i1 %same, label %on, label %differ
differ:
  %kinds = icmp sge i64 %values, 0
  br i1 %kinds, label %note, label %none
note:
  %a_place = add i64 %values, %digit_a
  %a_at = getelementptr i64, ptr %names, i64 %a_place
  %kind_a = load i64, ptr %a_at
  %b_place = add i64 %values, %digit_b
  %b_at = getelementptr i64, ptr %names, i64 %b_place
  %kind_b = load i64, ptr %b_at
  %put_one_kind_a = getelementptr i64, ptr %job, i64 $job.one
  store i64 %kind_a, ptr %put_one_kind_a
  %put_other_kind_b = getelementptr i64, ptr %job, i64 $job.other
  store i64 %kind_b, ptr %put_other_kind_b
  %apart_here = add i64 %apart, 1
  br label %on
on:
  %apart1 = phi i64 [ %apart, %look ], [ %apart_here, %note ]
  %j1 = add i64 %j, 1
  br label %loop
done:
  %just_one = icmp eq i64 %apart, 1
  ret i1 %just_one
}
