; Outcomes of chance that are listed in a context. Also in `shared`, where something is drawn.
;
; outcomes_weight(c) -> i64: what all of them weigh.
; outcome_at(c, place) -> i64: the one at a place below that; each takes as many as it weighs.

define internal i64 @rulelang_outcomes_weight(ptr %c) alwaysinline nounwind {
entry:
  %outcomes_at = getelementptr i64, ptr %c, i64 $context.outcomes
  %outcomes = load i64, ptr %outcomes_at
  %outcome_buffer_at = getelementptr i64, ptr %c, i64 $context.outcome_buffer
  %outcome_buffer = load ptr, ptr %outcome_buffer_at
  br label %sum
sum:
  %i = phi i64 [ 0, %entry ], [ %i1, %add ]
  %total = phi i64 [ 0, %entry ], [ %total1, %add ]
  %go = icmp slt i64 %i, %outcomes
  br i1 %go, label %add, label %done
add:
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %weight_at = getelementptr i64, ptr %outcome_buffer, i64 %odd
  %weight = load i64, ptr %weight_at
  %total1 = add i64 %total, %weight
  %i1 = add i64 %i, 1
  br label %sum
done:
  ret i64 %total
}

define internal i64 @rulelang_outcome_at(ptr %c, i64 %place) alwaysinline nounwind {
entry:
  %outcome_buffer_at = getelementptr i64, ptr %c, i64 $context.outcome_buffer
  %outcome_buffer = load ptr, ptr %outcome_buffer_at
  br label %find
find:
  %j = phi i64 [ 0, %entry ], [ %j1, %pass ]
  %left = phi i64 [ %place, %entry ], [ %left1, %pass ]
  %twice = shl i64 %j, 1
  %id_at = getelementptr i64, ptr %outcome_buffer, i64 %twice
  %weight_at = getelementptr i64, ptr %id_at, i64 1
  %weight = load i64, ptr %weight_at
  %here = icmp slt i64 %left, %weight
  br i1 %here, label %found, label %pass
pass:
  %left1 = sub i64 %left, %weight
  %j1 = add i64 %j, 1
  br label %find
found:
  %id = load i64, ptr %id_at
  ret i64 %id
}
