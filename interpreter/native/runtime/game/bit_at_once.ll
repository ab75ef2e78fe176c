; Bits of a mask, where the processor finds them at once: x86's BMI2.
;
; bit(mask, skip) -> i64: where the lowest bit is that is set, behind `skip` others.

define internal i64 @rulelang_bit(i64 %mask, i64 %skip) alwaysinline nounwind {
  %one = shl i64 1, %skip
  %there = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %mask)
  %at = call i64 @llvm.cttz.i64(i64 %there, i1 true)
  ret i64 %at
}
