; Bits of a mask, on any processor.
;
; alone(mask, skip) -> i64: the lowest bit that is set behind `skip` others, and no other.
; bit(mask, skip) -> i64: where it is.
; spread(s, c, mask, ways, way) -> i64: bit `i` of the lowest `64 / ways` at `ways * i + way`;
;   `ways` is 1, 2, 4 or 8.
; gather(s, c, mask, places) -> i64: the bits of a mask at some places, side by side.

define internal i64 @rulelang_alone(i64 %mask, i64 %skip) alwaysinline nounwind {
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
  %minus = sub i64 0, %m
  %alone = and i64 %m, %minus
  ret i64 %alone
}

define internal i64 @rulelang_bit(i64 %mask, i64 %skip) alwaysinline nounwind {
  %there = call i64 @rulelang_alone(i64 %mask, i64 %skip)
  %at = call i64 @llvm.cttz.i64(i64 %there, i1 true)
  ret i64 %at
}

; Halves of what is not yet spread are moved apart: 32 bits, 16, 8 and so on of each.
define internal i64 @rulelang_spread(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %mask, i64 %ways, i64 %way)
    alwaysinline nounwind {
  switch i64 %ways, label %one [ i64 2, label %two i64 4, label %four i64 8, label %eight ]
one:
  ret i64 %mask
two:
  %a0 = and i64 %mask, u0x00000000FFFFFFFF
  %a1 = shl i64 %a0, 16
  %a2 = or i64 %a0, %a1
  %a3 = and i64 %a2, u0x0000FFFF0000FFFF
  %a4 = shl i64 %a3, 8
  %a5 = or i64 %a3, %a4
  %a6 = and i64 %a5, u0x00FF00FF00FF00FF
  %a7 = shl i64 %a6, 4
  %a8 = or i64 %a6, %a7
  %a9 = and i64 %a8, u0x0F0F0F0F0F0F0F0F
  %a10 = shl i64 %a9, 2
  %a11 = or i64 %a9, %a10
  %a12 = and i64 %a11, u0x3333333333333333
  %a13 = shl i64 %a12, 1
  %a14 = or i64 %a12, %a13
  %a15 = and i64 %a14, u0x5555555555555555
  %a16 = shl i64 %a15, %way
  ret i64 %a16
four:
  %b0 = and i64 %mask, u0x000000000000FFFF
  %b1 = shl i64 %b0, 24
  %b2 = or i64 %b0, %b1
  %b3 = and i64 %b2, u0x000000FF000000FF
  %b4 = shl i64 %b3, 12
  %b5 = or i64 %b3, %b4
  %b6 = and i64 %b5, u0x000F000F000F000F
  %b7 = shl i64 %b6, 6
  %b8 = or i64 %b6, %b7
  %b9 = and i64 %b8, u0x0303030303030303
  %b10 = shl i64 %b9, 3
  %b11 = or i64 %b9, %b10
  %b12 = and i64 %b11, u0x1111111111111111
  %b13 = shl i64 %b12, %way
  ret i64 %b13
eight:
  %c0 = and i64 %mask, u0x00000000000000FF
  %c1 = shl i64 %c0, 28
  %c2 = or i64 %c0, %c1
  %c3 = and i64 %c2, u0x0000000F0000000F
  %c4 = shl i64 %c3, 14
  %c5 = or i64 %c3, %c4
  %c6 = and i64 %c5, u0x0003000300030003
  %c7 = shl i64 %c6, 7
  %c8 = or i64 %c6, %c7
  %c9 = and i64 %c8, u0x0101010101010101
  %c10 = shl i64 %c9, %way
  ret i64 %c10
}

; Bits move down by 1, 2, 4 and so on, where as many places below are none (Hacker's Delight, 7-4).
; `%lacks`: which places have an odd number of such below them. All but the mask is known.
define internal i64 @rulelang_gather(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %mask, i64 %places)
    alwaysinline nounwind {
entry:
  %inside = and i64 %mask, %places
  %others = xor i64 %places, -1
  %below = shl i64 %others, 1
  br label %round
round:
  %by = phi i64 [ 1, %entry ], [ %twice, %round ]
  %found = phi i64 [ %inside, %entry ], [ %moved, %round ]
  %there = phi i64 [ %places, %entry ], [ %nearer, %round ]
  %left = phi i64 [ %below, %entry ], [ %fewer, %round ]
  %a0 = shl i64 %left, 1
  %a1 = xor i64 %left, %a0
  %a2 = shl i64 %a1, 2
  %a3 = xor i64 %a1, %a2
  %a4 = shl i64 %a3, 4
  %a5 = xor i64 %a3, %a4
  %a6 = shl i64 %a5, 8
  %a7 = xor i64 %a5, %a6
  %a8 = shl i64 %a7, 16
  %a9 = xor i64 %a7, %a8
  %a10 = shl i64 %a9, 32
  %lacks = xor i64 %a9, %a10
  %far = and i64 %lacks, %there
  %near = xor i64 %there, %far
  %down = lshr i64 %far, %by
  %nearer = or i64 %near, %down
  %bits = and i64 %found, %far
  %stay = xor i64 %found, %bits
  %go = lshr i64 %bits, %by
  %moved = or i64 %stay, %go
  %even = xor i64 %lacks, -1
  %fewer = and i64 %left, %even
  %twice = shl i64 %by, 1
  %more = icmp ult i64 %twice, 64
  br i1 %more, label %round, label %done
done:
  ret i64 %moved
}
