; What one player sees, as records in the log of a thread; the module `observer_log` says what
; their words are. The code of the game calls these where something happens; copied there, they
; would make that code of a large game twice as large.
;
; record_moved(s, c, source, target), record_rolled(s, c, cell, ordered), record_shown(s, c, tag,
;   cell, to): open a record of pieces. Then
; record_kind(s, c, kind, times): a kind of piece in it, so many times; and
; record_all(s, c): the record is whole. One of nothing was none, but what was shown may be
;   nothing.
; record_changed(s, c, cell, old, new): a variable has another value.
; record_said(s, c, to, number): a text, to a player or (-1) to all; -1 for one that is
;   not recorded.
; record_note(s, c, tag, one, two): what all see.
; look(s, c, id, choose) -> i64: see `looking.ll`. What comes in looking ahead did not happen.
;
; The game has tables of its own: `seen_by`, the players who see a cell, as bits; `bags`, 1 for a
; cell where nobody tells pieces apart; `backs`, what a kind looks like from behind, or -1.

@rulelang_seen_by = external constant [0 x i64]
@rulelang_bags = external constant [0 x i64]
@rulelang_backs = external constant [0 x i64]
declare i64 @rulelang_look_ahead(ptr, ptr, i64, i64)

; Write a word behind the others, if there is room.
define internal void @rulelang_record_word(ptr %log, i64 %word) alwaysinline nounwind {
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %room_at = getelementptr i64, ptr %log, i64 $log.room
  %room = load i64, ptr %room_at
  %fits = icmp slt i64 %used, %room
  br i1 %fits, label %put, label %done
put:
  %place = add i64 %used, $WORDS
  %at = getelementptr i64, ptr %log, i64 %place
  store i64 %word, ptr %at
  %more = add i64 %used, 1
  store i64 %more, ptr %used_at
  br label %done
done:
  ret void
}

; Whether the observer sees what lies in a cell.
define internal i1 @rulelang_record_sees(ptr %log, i64 %cell) alwaysinline nounwind {
  %observer_at = getelementptr i64, ptr %log, i64 $log.observer
  %observer = load i64, ptr %observer_at
  %at = getelementptr i64, ptr @rulelang_seen_by, i64 %cell
  %players = load i64, ptr %at
  %moved = lshr i64 %players, %observer
  %sees = trunc i64 %moved to i1
  ret i1 %sees
}

define internal void @rulelang_record_note(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %tag, i64 %one, i64 %two) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  call void @rulelang_record_word(ptr %log, i64 %tag)
  call void @rulelang_record_word(ptr %log, i64 %one)
  call void @rulelang_record_word(ptr %log, i64 %two)
  ret void
}

define internal void @rulelang_record_changed(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %cell, i64 %old, i64 %new) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %differs = icmp ne i64 %old, %new
  %sees = call i1 @rulelang_record_sees(ptr %log, i64 %cell)
  %shows = and i1 %differs, %sees
  br i1 %shows, label %note, label %done
note:
  call void @rulelang_record_note(ptr %s, ptr %c, i64 $CHANGED, i64 %cell, i64 %new)
  br label %done
done:
  ret void
}

define internal void @rulelang_record_said(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %to, i64 %number) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %observer_at = getelementptr i64, ptr %log, i64 $log.observer
  %observer = load i64, ptr %observer_at
  %all = icmp slt i64 %to, 0
  %mine = icmp eq i64 %to, %observer
  %hears = or i1 %all, %mine
  br i1 %hears, label %hear, label %done
hear:
  %known = icmp sge i64 %number, 0
  br i1 %known, label %note, label %full
note:
  call void @rulelang_record_note(ptr %s, ptr %c, i64 $SAID, i64 %number, i64 %to)
  br label %done
full:
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %room_at = getelementptr i64, ptr %log, i64 $log.room
  %room = load i64, ptr %room_at
  %fits = icmp slt i64 %used, %room
  br i1 %fits, label %stop, label %done
stop:
  %beyond = add i64 %room, 1
  %whole = add i64 %beyond, %used
  store i64 %whole, ptr %used_at
  br label %done
done:
  ret void
}

; Begin a record of pieces; how many they are is counted in its last word.
define internal void @rulelang_record_open(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %tag, i64 %one, i64 %two) nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %begun_at = getelementptr i64, ptr %log, i64 $log.begun
  store i64 %used, ptr %begun_at
  call void @rulelang_record_note(ptr %s, ptr %c, i64 %tag, i64 %one, i64 %two)
  call void @rulelang_record_word(ptr %log, i64 0)
  ret void
}

define internal void @rulelang_record_moved(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %source, i64 %target) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %from = call i1 @rulelang_record_sees(ptr %log, i64 %source)
  %into = call i1 @rulelang_record_sees(ptr %log, i64 %target)
  %sees = or i1 %from, %into
  %one_at = getelementptr i64, ptr @rulelang_bags, i64 %source
  %one = load i64, ptr %one_at
  %two_at = getelementptr i64, ptr @rulelang_bags, i64 %target
  %two = load i64, ptr %two_at
  %both = and i64 %one, %two
  %mixed = icmp ne i64 %both, 0
  %unseen = select i1 %mixed, i64 $HIDDEN, i64 $HIDDEN_BACKS
  %tag = select i1 %sees, i64 $MOVED, i64 %unseen
  call void @rulelang_record_open(ptr %s, ptr %c, i64 %tag, i64 %source, i64 %target)
  ret void
}

define internal void @rulelang_record_rolled(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %cell, i64 %ordered) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %sees = call i1 @rulelang_record_sees(ptr %log, i64 %cell)
  %row = icmp ne i64 %ordered, 0
  %seen = select i1 %row, i64 $ROLLED, i64 $SORTED
  %tag = select i1 %sees, i64 %seen, i64 $HIDDEN
  %zero = select i1 %sees, i64 0, i64 -1
  call void @rulelang_record_open(ptr %s, ptr %c, i64 %tag, i64 %cell, i64 %zero)
  ret void
}

define internal void @rulelang_record_shown(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %tag, i64 %cell, i64 %to) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %observer_at = getelementptr i64, ptr %log, i64 $log.observer
  %observer = load i64, ptr %observer_at
  %all = icmp slt i64 %to, 0
  %mine = icmp eq i64 %to, %observer
  %own = call i1 @rulelang_record_sees(ptr %log, i64 %cell)
  %some = or i1 %all, %mine
  %sees = or i1 %some, %own
  %told = select i1 %sees, i64 %tag, i64 $SHOWN_OTHERS
  call void @rulelang_record_open(ptr %s, ptr %c, i64 %told, i64 %cell, i64 %to)
  ret void
}

define internal void @rulelang_record_kind(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %kind, i64 %times) noinline nounwind {
entry:
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %used0_at = getelementptr i64, ptr %log, i64 $log.used
  %used0 = load i64, ptr %used0_at
  %room_at = getelementptr i64, ptr %log, i64 $log.room
  %room = load i64, ptr %room_at
  %begun_at = getelementptr i64, ptr %log, i64 $log.begun
  %begun = load i64, ptr %begun_at
  %there = icmp slt i64 %used0, %room
  br i1 %there, label %begin, label %done
begin:
  %words = getelementptr i64, ptr %log, i64 $WORDS
  %record = getelementptr i64, ptr %words, i64 %begun
  %tag = load i64, ptr %record
  %count_at = getelementptr i64, ptr %record, i64 3
  br label %again
again:
  %i = phi i64 [ 0, %begin ], [ %i1, %next ]
  %goes_on = icmp slt i64 %i, %times
  br i1 %goes_on, label %look, label %done
look:
  %i1 = add i64 %i, 1
  switch i64 %tag, label %plain [
    i64 $SHOWN_OTHERS, label %next
    i64 $HIDDEN, label %counted
    i64 $HIDDEN_BACKS, label %back
    i64 $SORTED, label %sort
  ]
back:
  %back_at = getelementptr i64, ptr @rulelang_backs, i64 %kind
  %side = load i64, ptr %back_at
  %has = icmp sge i64 %side, 0
  br i1 %has, label %sort, label %counted
sort:
  %word = phi i64 [ %kind, %look ], [ %side, %back ]
  call void @rulelang_record_word(ptr %log, i64 %word)
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %first = add i64 %begun, 4
  %last = sub i64 %used, 1
  br label %sift
sift:
  %j = phi i64 [ %last, %sort ], [ %j1, %shift ]
  %deeper = icmp sgt i64 %j, %first
  br i1 %deeper, label %compare, label %counted
compare:
  %j1 = sub i64 %j, 1
  %below_at = getelementptr i64, ptr %words, i64 %j1
  %below = load i64, ptr %below_at
  %here_at = getelementptr i64, ptr %words, i64 %j
  %here = load i64, ptr %here_at
  %larger = icmp sgt i64 %below, %here
  br i1 %larger, label %shift, label %counted
shift:
  store i64 %here, ptr %below_at
  store i64 %below, ptr %here_at
  br label %sift
plain:
  call void @rulelang_record_word(ptr %log, i64 %kind)
  br label %counted
counted:
  %count = load i64, ptr %count_at
  %count1 = add i64 %count, 1
  store i64 %count1, ptr %count_at
  br label %next
next:
  br label %again
done:
  ret void
}

define internal void @rulelang_record_all(
    ptr noalias nocapture %s, ptr noalias nocapture %c) noinline nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %room_at = getelementptr i64, ptr %log, i64 $log.room
  %room = load i64, ptr %room_at
  %begun_at = getelementptr i64, ptr %log, i64 $log.begun
  %begun = load i64, ptr %begun_at
  %there = icmp slt i64 %used, %room
  br i1 %there, label %look, label %done
look:
  %place = add i64 %begun, $WORDS
  %record = getelementptr i64, ptr %log, i64 %place
  %tag = load i64, ptr %record
  %count_at = getelementptr i64, ptr %record, i64 3
  %count = load i64, ptr %count_at
  %some = icmp ne i64 %count, 0
  %one = icmp eq i64 %tag, $SHOWN
  %other = icmp eq i64 %tag, $SHOWN_OTHERS
  %shown = or i1 %one, %other
  %stays = or i1 %some, %shown
  br i1 %stays, label %done, label %drop
drop:
  store i64 %begun, ptr %used_at
  br label %done
done:
  ret void
}

define internal i64 @rulelang_look(
    ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, i64 %choose) nounwind {
  %pointer = getelementptr i64, ptr %c, i64 $context.log
  %log = load ptr, ptr %pointer
  %used_at = getelementptr i64, ptr %log, i64 $log.used
  %used = load i64, ptr %used_at
  %begun_at = getelementptr i64, ptr %log, i64 $log.begun
  %begun = load i64, ptr %begun_at
  %leads = call i64 @rulelang_look_ahead(ptr %s, ptr %c, i64 %id, i64 %choose)
  store i64 %used, ptr %used_at
  store i64 %begun, ptr %begun_at
  ret i64 %leads
}
