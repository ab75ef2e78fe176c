; Bits of a mask, on any processor.
;
; bit(mask, skip) -> i64: where the lowest bit is that is set, behind `skip` others.

define internal i64 @rulelang_bit(i64 %mask, i64 %skip) alwaysinline nounwind {
entry:
  br label %loop
loop:
  %m = phi i64 [ %mask, %entry ], [ %rest, %more ]
  %k = phi i64 [ %skip, %entry ], [ %fewer, %more ]
  %there = icmp eq i64 %k, 0
  br i1 %there, label %done, label %more
more:
  %less = sub i64 %m, 1
  %rest = and i64 %m, %less
  %fewer = sub i64 %k, 1
  br label %loop
done:
  %at = call i64 @llvm.cttz.i64(i64 %m, i1 true)
  ret i64 %at
}
