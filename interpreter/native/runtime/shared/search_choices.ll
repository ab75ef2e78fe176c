; Which action an iteration of a tree search takes. Children of a choice are linked by ascending
; action, so that one walk beside the legal actions finds those that are there.
;
; search_link(job, from, id) -> ptr: where the first child that is not before an action is named,
;   going on from where one is named.
; search_tried(job, child, id) -> i1: whether a child is there and has an action.
; search_choose(job, parent, player, n) -> i64: the child for one of `n` legal actions, which is
;   noted as chosen: one that was never tried, else the one with the highest bound. All that are
;   there count as available. -1 where there is no room for it.
; search_expand(job, first, place) -> i64: a node for the legal action, number `place` of those
;   without, in its place among the children; -1 where there is no room.

declare ptr @rulelang_search_node(ptr, i64)
declare double @rulelang_search_bound(ptr, ptr, i64)
declare i64 @rulelang_search_draw(ptr, i64)
declare i64 @rulelang_search_made(ptr, i64, i64)

define internal ptr @rulelang_search_link(ptr %job, ptr %from, i64 %id) alwaysinline nounwind {
entry:
  br label %look
look:
  %link = phi ptr [ %from, %entry ], [ %node_sibling_at, %compare ]
  %child = load i64, ptr %link
  %none = icmp eq i64 %child, 0
  br i1 %none, label %done, label %compare
compare:
  %node = call ptr @rulelang_search_node(ptr %job, i64 %child)
  %node_action_at = getelementptr i64, ptr %node, i64 $node.action
  %node_action = load i64, ptr %node_action_at
  %node_sibling_at = getelementptr i64, ptr %node, i64 $node.sibling
  %before = icmp slt i64 %node_action, %id
  br i1 %before, label %look, label %done
done:
  ret ptr %link
}

define internal i1 @rulelang_search_tried(ptr %job, i64 %child, i64 %id) alwaysinline nounwind {
  %some = icmp ne i64 %child, 0
  %node = call ptr @rulelang_search_node(ptr %job, i64 %child)
  %node_action_at = getelementptr i64, ptr %node, i64 $node.action
  %node_action = load i64, ptr %node_action_at
  %same = icmp eq i64 %node_action, %id
  %tried = and i1 %some, %same
  ret i1 %tried
}

define internal i64 @rulelang_search_choose(ptr %job, i64 %parent, i64 %player, i64 %n) nounwind {
entry:
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  %top = call ptr @rulelang_search_node(ptr %job, i64 %parent)
  %first = getelementptr i64, ptr %top, i64 $node.child
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %from = phi ptr [ %first, %entry ], [ %behind, %on ]
  %new = phi i64 [ 0, %entry ], [ %new1, %on ]
  %best = phi i64 [ 0, %entry ], [ %best1, %on ]
  %highest = phi double [ 0xFFF0000000000000, %entry ], [ %highest1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %looked
look:
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %link = call ptr @rulelang_search_link(ptr %job, ptr %from, i64 %id)
  %child = load i64, ptr %link
  %tried = call i1 @rulelang_search_tried(ptr %job, i64 %child, i64 %id)
  br i1 %tried, label %known, label %untried
known:
  %node = call ptr @rulelang_search_node(ptr %job, i64 %child)
  %sibling_at = getelementptr i64, ptr %node, i64 $node.sibling
  %node_available_at = getelementptr i64, ptr %node, i64 $node.available
  %node_available = load i64, ptr %node_available_at
  %available1 = add i64 %node_available, 1
  store i64 %available1, ptr %node_available_at
  %all_known = icmp eq i64 %new, 0
  br i1 %all_known, label %weigh, label %on
weigh:
  %bound = call double @rulelang_search_bound(ptr %job, ptr %node, i64 %player)
  %better = fcmp ogt double %bound, %highest
  %best_here = select i1 %better, i64 %child, i64 %best
  %highest_here = select i1 %better, double %bound, double %highest
  br label %on
untried:
  %new_more = add i64 %new, 1
  br label %on
on:
  %behind = phi ptr [ %sibling_at, %known ], [ %sibling_at, %weigh ], [ %link, %untried ]
  %new1 = phi i64 [ %new, %known ], [ %new, %weigh ], [ %new_more, %untried ]
  %best1 = phi i64 [ %best, %known ], [ %best_here, %weigh ], [ %best, %untried ]
  %highest1 = phi double [ %highest, %known ], [ %highest_here, %weigh ], [ %highest, %untried ]
  %i1 = add i64 %i, 1
  br label %loop
looked:
  %all = icmp eq i64 %new, 0
  br i1 %all, label %take, label %expand
take:
  %taken = call ptr @rulelang_search_node(ptr %job, i64 %best)
  %action = load i64, ptr %taken
  store i64 %action, ptr %chosen_at
  ret i64 %best
expand:
  %place = call i64 @rulelang_search_draw(ptr %job, i64 %new)
  %made = call i64 @rulelang_search_expand(ptr %job, ptr %first, i64 %place)
  ret i64 %made
}

define internal i64 @rulelang_search_expand(ptr %job, ptr %first, i64 %place) nounwind {
entry:
  %options_at = getelementptr i64, ptr %job, i64 $job.options
  %options = load ptr, ptr %options_at
  %chosen_at = getelementptr i64, ptr %job, i64 $job.chosen
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %from = phi ptr [ %first, %entry ], [ %link, %on ]
  %left = phi i64 [ %place, %entry ], [ %left1, %on ]
  %id_at = getelementptr i64, ptr %options, i64 %i
  %id = load i64, ptr %id_at
  %link = call ptr @rulelang_search_link(ptr %job, ptr %from, i64 %id)
  %child = load i64, ptr %link
  %tried = call i1 @rulelang_search_tried(ptr %job, i64 %child, i64 %id)
  br i1 %tried, label %on, label %untried
untried:
  %this = icmp eq i64 %left, 0
  %fewer = sub i64 %left, 1
  br i1 %this, label %make, label %on
on:
  %left1 = phi i64 [ %left, %loop ], [ %fewer, %untried ]
  %i1 = add i64 %i, 1
  br label %loop
make:
  store i64 %id, ptr %chosen_at
  %made = call i64 @rulelang_search_made(ptr %job, i64 %id, i64 %child)
  %full = icmp slt i64 %made, 0
  br i1 %full, label %done, label %fill
fill:
  store i64 %made, ptr %link
  %fresh = call ptr @rulelang_search_node(ptr %job, i64 %made)
  %available_at = getelementptr i64, ptr %fresh, i64 $node.available
  store i64 1, ptr %available_at
  br label %done
done:
  ret i64 %made
}
