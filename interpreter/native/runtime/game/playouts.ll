; Random playouts. In them the points themselves draw what is taken (the context's `auto`), and
; play does not leave its code.
;
; playouts(begin, c, n, seed, first, out, stop, sums) -> i64: play `n` from a state, numbered from
;   `first` on, until the word at `stop` is not 0; how many were played. For each, `out` gets a
;   row: fault, choices, decisions, chances, branches, widest, then the returns of the players.
;   With `sums` the figures of all are added up in the first row.

@rulelang_asks = external constant [0 x i64]
@rulelang_labels = external constant [0 x i64]
declare i64 @rulelang_mix(i64)
declare i64 @rulelang_chance_seed(i64)
declare i64 @rulelang_first_word(ptr, i64, i64)
declare void @rulelang_begin_words(ptr, i64, i64, i64)
declare i64 @rulelang_most_drawn(ptr)
declare void @rulelang_clear(ptr)
declare i64 @rulelang_sort(ptr)
declare i64 @rulelang_pc(ptr)
declare void @rulelang_chance(ptr, ptr)
declare i64 @rulelang_draw_outcome(ptr, ptr)
declare void @rulelang_play(ptr, ptr, i64)
declare void @rulelang_stand(ptr, ptr)

define i64 @rulelang_playouts(
    ptr noalias nocapture %begin, ptr noalias nocapture %c, i64 %n, i64 %seed, i64 %first,
    ptr noalias nocapture %out, ptr noalias nocapture %stop, i64 %sums) nounwind {
entry:
  %scratch_at = getelementptr i64, ptr %c, i64 $context.scratch
  %s = load ptr, ptr %scratch_at
  ; The ASCII bytes of "players": Ref §16.
  %players_key = call i64 @rulelang_mix(i64 u0x706C6179657273)
  %kx = xor i64 %players_key, %seed
  %player_seed = call i64 @rulelang_mix(i64 %kx)
  %chance_seed = call i64 @rulelang_chance_seed(i64 %seed)
  %fx = xor i64 %player_seed, %first
  %first_player_stream = call i64 @rulelang_mix(i64 %fx)
  %first_word = call i64 @rulelang_first_word(ptr %c, i64 %first_player_stream, i64 %first)
  %auto_at = getelementptr i64, ptr %c, i64 $context.auto
  %player_stream_at = getelementptr i64, ptr %c, i64 $context.player_stream
  %most = call i64 @rulelang_most_drawn(ptr %c)
  %pc = call i64 @rulelang_pc(ptr %begin)
  %asks_at = getelementptr i64, ptr @rulelang_asks, i64 %pc
  %asks = load i64, ptr %asks_at
  %drawn_at = getelementptr i64, ptr @rulelang_labels, i64 %pc
  %drawn = load i64, ptr %drawn_at
  %taken_at = getelementptr i64, ptr %c, i64 $context.taken
  %left = sub i64 %most, 1
  %none_left = icmp eq i64 %most, 0
  %choices_at = getelementptr i64, ptr %c, i64 $context.choices
  %chances_at = getelementptr i64, ptr %c, i64 $context.chances
  %decisions_at = getelementptr i64, ptr %c, i64 $context.decisions
  %branches_at = getelementptr i64, ptr %c, i64 $context.branches
  %widest_at = getelementptr i64, ptr %c, i64 $context.widest
  %adds = icmp ne i64 %sums, 0
  %stride = select i1 %adds, i64 0, i64 $width
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %told ]
  %player_stream = phi i64 [ %first_player_stream, %entry ], [ %next_player_stream, %told ]
  %word = phi i64 [ %first_word, %entry ], [ %next_word, %told ]
  %halt = load volatile i32, ptr %stop
  %halted = icmp ne i32 %halt, 0
  %all = icmp sge i64 %i, %n
  %leave = or i1 %halted, %all
  br i1 %leave, label %done, label %play
done:
  ret i64 %i
play:
  store i64 %player_stream, ptr %player_stream_at
  %number = add i64 %first, %i
  call void @rulelang_begin_words(ptr %c, i64 %word, i64 %chance_seed, i64 %number)
  ; Those of the next playout: the end of this one is hard to foresee, and they are ready then.
  %next_number = add i64 %number, 1
  %mx = xor i64 %player_seed, %next_number
  %next_player_stream = call i64 @rulelang_mix(i64 %mx)
  %next_word = call i64 @rulelang_first_word(ptr %c, i64 %next_player_stream, i64 %next_number)
  store i64 0, ptr %choices_at
  store i64 0, ptr %chances_at
  store i64 0, ptr %decisions_at
  store i64 0, ptr %branches_at
  store i64 0, ptr %widest_at
  call void @rulelang_clear(ptr %c)
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %s, ptr %begin, i64 $size, i1 false)
  br i1 %none_left, label %cut, label %draws
draws:
  %sort = call i64 @rulelang_sort(ptr %s)
  switch i64 %sort, label %over [ i64 1, label %choose i64 2, label %draw ]
choose:
  br label %plays
draw:
  call void @rulelang_chance(ptr %s, ptr %c)
  %outcome = call i64 @rulelang_draw_outcome(ptr %s, ptr %c)
  store i64 %outcome, ptr %taken_at
  br label %plays
plays:
  %may_draw = phi i64 [ %most, %choose ], [ %left, %draw ]
  %label = phi i64 [ %asks, %choose ], [ %drawn, %draw ]
  store i64 %may_draw, ptr %auto_at
  call void @rulelang_play(ptr %s, ptr %c, i64 %label)
  store i64 0, ptr %auto_at
  br label %cut
cut:
  call void @rulelang_stand(ptr %s, ptr %c)
  br label %over
over:
  %offset = mul i64 %i, %stride
  %row = getelementptr i8, ptr %out, i64 %offset
  %fault = load i64, ptr %c
  call void @rulelang_tell(ptr %row, i64 $row.fault, i64 %fault, i1 %adds)
  %v1 = load i64, ptr %choices_at
  call void @rulelang_tell(ptr %row, i64 $row.choices, i64 %v1, i1 %adds)
  %v2 = load i64, ptr %decisions_at
  call void @rulelang_tell(ptr %row, i64 $row.decisions, i64 %v2, i1 %adds)
  %v3 = load i64, ptr %chances_at
  call void @rulelang_tell(ptr %row, i64 $row.chances, i64 %v3, i1 %adds)
  %v4 = load i64, ptr %branches_at
  call void @rulelang_tell(ptr %row, i64 $row.branches, i64 %v4, i1 %adds)
  %v5 = load i64, ptr %widest_at
  call void @rulelang_tell(ptr %row, i64 $row.widest, i64 %v5, i1 %adds)
  %won = getelementptr i8, ptr %s, i64 $returns
  br label %telling
telling:
  %p = phi i64 [ 0, %over ], [ %p1, %tells ]
  %more = icmp slt i64 %p, $players
  br i1 %more, label %tells, label %told
tells:
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %place = add i64 %p, $row.returns
  call void @rulelang_tell(ptr %row, i64 %place, i64 %part, i1 %adds)
  %p1 = add i64 %p, 1
  br label %telling
told:
  %i1 = add i64 %i, 1
  br label %next
}

; Write a figure to its place in a row, or add it to what is there.
define internal void @rulelang_tell(
    ptr noalias nocapture %row, i64 %place, i64 %value, i1 %adds) alwaysinline nounwind {
  %at = getelementptr i64, ptr %row, i64 %place
  %old = load i64, ptr %at
  %kept = select i1 %adds, i64 %old, i64 0
  %sum = add i64 %kept, %value
  store i64 %sum, ptr %at
  ret void
}
