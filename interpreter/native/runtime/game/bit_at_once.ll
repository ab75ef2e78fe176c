; Bits of a mask, where the processor finds them at once: x86's BMI2.
;
; alone(mask, skip) -> i64: the lowest bit that is set behind `skip` others, and no other.
; bit(mask, skip) -> i64: where it is.
; spread(s, c, mask, ways, way) -> i64: bit `i` of the lowest `64 / ways` at `ways * i + way`;
;   `ways` is 1, 2, 4 or 8.
; gather(s, c, mask, places) -> i64: the bits of a mask at some places, side by side.

define internal i64 @rulelang_alone(i64 %mask, i64 %skip) alwaysinline nounwind {
  %one = shl i64 1, %skip
  %there = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %mask)
  ret i64 %there
}

define internal i64 @rulelang_bit(i64 %mask, i64 %skip) alwaysinline nounwind {
  %there = call i64 @rulelang_alone(i64 %mask, i64 %skip)
  %at = call i64 @llvm.cttz.i64(i64 %there, i1 true)
  ret i64 %at
}

define internal i64 @rulelang_spread(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %mask, i64 %ways, i64 %way)
    alwaysinline nounwind {
  %past = shl i64 1, %ways
  %all = sub i64 %past, 1
  %first = udiv i64 -1, %all
  %there = shl i64 %first, %way
  %found = call i64 @llvm.x86.bmi.pdep.64(i64 %mask, i64 %there)
  ret i64 %found
}

define internal i64 @rulelang_gather(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %mask, i64 %places)
    alwaysinline nounwind {
  %found = call i64 @llvm.x86.bmi.pext.64(i64 %mask, i64 %places)
  ret i64 %found
}
