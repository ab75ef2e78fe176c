; Numbers of chance: Ref §16. Also in `shared`, where something is drawn.
;
; mix(x) -> i64: a word that looks like any other.
; share(word, limit) -> i64: what part of `limit` a word is, from 0 up to below it.
; below(stream, index, limit) -> i64: the same of number `index` of a stream.

define internal i64 @rulelang_mix(i64 %x) alwaysinline nounwind {
  %z0 = add i64 %x, u0x9E3779B97F4A7C15
  %s0 = lshr i64 %z0, 30
  %x0 = xor i64 %z0, %s0
  %z1 = mul i64 %x0, u0xBF58476D1CE4E5B9
  %s1 = lshr i64 %z1, 27
  %x1 = xor i64 %z1, %s1
  %z2 = mul i64 %x1, u0x94D049BB133111EB
  %s2 = lshr i64 %z2, 31
  %x2 = xor i64 %z2, %s2
  ret i64 %x2
}

define internal i64 @rulelang_share(i64 %word, i64 %limit) alwaysinline nounwind {
  %wide = zext i64 %word to i128
  %most = zext i64 %limit to i128
  %product = mul i128 %wide, %most
  %high = lshr i128 %product, 64
  %found = trunc i128 %high to i64
  ret i64 %found
}

define internal i64 @rulelang_below(i64 %stream, i64 %index, i64 %limit) alwaysinline nounwind {
  %x = xor i64 %stream, %index
  %word = call i64 @rulelang_mix(i64 %x)
  %found = call i64 @rulelang_share(i64 %word, i64 %limit)
  ret i64 %found
}
