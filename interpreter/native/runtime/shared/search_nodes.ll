; The nodes of a tree search, and how good they are. The module `search` says what job and node
; are.
;
; search_node(job, number) -> ptr: where a node lies.
; search_made(job, action, sibling) -> i64: a new node for an action or outcome, before a sibling;
;   -1 where there is no room.
; search_draw(job, limit) -> i64: the next number below a limit of the iteration under way.
; search_logarithm(job, number) -> double: as `interpreter.bots.search.logarithm` has it.
; search_bound(job, node, player) -> double: the upper confidence bound of a node for a player.

declare i64 @rulelang_below(i64, i64, i64)

define internal ptr @rulelang_search_node(ptr %job, i64 %number) alwaysinline nounwind {
  %nodes_at = getelementptr i64, ptr %job, i64 $job.nodes
  %nodes = load ptr, ptr %nodes_at
  %stride_at = getelementptr i64, ptr %job, i64 $job.stride
  %stride = load i64, ptr %stride_at
  %place = mul i64 %number, %stride
  %node = getelementptr i64, ptr %nodes, i64 %place
  ret ptr %node
}

define internal i64 @rulelang_search_made(ptr %job, i64 %action, i64 %sibling) nounwind {
  %used_at = getelementptr i64, ptr %job, i64 $job.used
  %used = load i64, ptr %used_at
  %most_at = getelementptr i64, ptr %job, i64 $job.most
  %most = load i64, ptr %most_at
  %full = icmp sge i64 %used, %most
  br i1 %full, label %none, label %room
none:
  ret i64 -1
room:
  %more = add i64 %used, 1
  store i64 %more, ptr %used_at
  %node = call ptr @rulelang_search_node(ptr %job, i64 %used)
  store i64 %action, ptr %node
  %sibling_at = getelementptr i64, ptr %node, i64 $node.sibling
  store i64 %sibling, ptr %sibling_at
  ret i64 %used
}

define internal i64 @rulelang_search_draw(ptr %job, i64 %limit) nounwind {
  %mind_at = getelementptr i64, ptr %job, i64 $job.mind
  %mind = load i64, ptr %mind_at
  %draws_at = getelementptr i64, ptr %job, i64 $job.draws
  %draws = load i64, ptr %draws_at
  %more = add i64 %draws, 1
  store i64 %more, ptr %draws_at
  %drawn = call i64 @rulelang_below(i64 %mind, i64 %draws, i64 %limit)
  ret i64 %drawn
}

define internal double @rulelang_search_logarithm(ptr %job, i64 %number) alwaysinline nounwind {
  %logarithms_at = getelementptr i64, ptr %job, i64 $job.logarithms
  %logarithms = load ptr, ptr %logarithms_at
  %ln_2_at = getelementptr i64, ptr %job, i64 $job.ln_2
  %ln_2 = load double, ptr %ln_2_at
  %zeros = call i64 @llvm.ctlz.i64(i64 %number, i1 false)
  %beyond = sub i64 52, %zeros
  %shift = call i64 @llvm.smax.i64(i64 %beyond, i64 0)
  %entry = lshr i64 %number, %shift
  %found_at = getelementptr double, ptr %logarithms, i64 %entry
  %found = load double, ptr %found_at
  %times = sitofp i64 %shift to double
  %more = fmul double %times, %ln_2
  %sum = fadd double %found, %more
  ret double %sum
}

define internal double @rulelang_search_bound(ptr %job, ptr %node, i64 %player) nounwind {
  %low_at = getelementptr i64, ptr %job, i64 $job.low
  %low = load ptr, ptr %low_at
  %high_at = getelementptr i64, ptr %job, i64 $job.high
  %high = load ptr, ptr %high_at
  %exploration_at = getelementptr i64, ptr %job, i64 $job.exploration
  %exploration = load double, ptr %exploration_at
  %node_visits_at = getelementptr i64, ptr %node, i64 $node.visits
  %node_visits = load i64, ptr %node_visits_at
  %node_available_at = getelementptr i64, ptr %node, i64 $node.available
  %node_available = load i64, ptr %node_available_at
  %past = add i64 %player, $node.totals
  %total_at = getelementptr i64, ptr %node, i64 %past
  %total = load i64, ptr %total_at
  %least_at = getelementptr i64, ptr %low, i64 %player
  %least = load i64, ptr %least_at
  %highest_at = getelementptr i64, ptr %high, i64 %player
  %highest = load i64, ptr %highest_at
  %range = sub i64 %highest, %least
  %base = mul i64 %node_visits, %least
  %above = sub i64 %total, %base
  %most = mul i64 %node_visits, %range
  %part = sitofp i64 %above to double
  %whole = sitofp i64 %most to double
  %share = fdiv double %part, %whole
  %flat = icmp eq i64 %range, 0
  %value = select i1 %flat, double 0.5, double %share
  %log = call double @rulelang_search_logarithm(ptr %job, i64 %node_available)
  %visits = sitofp i64 %node_visits to double
  %rare = fdiv double %log, %visits
  %spread = call double @llvm.sqrt.f64(double %rare)
  %bonus = fmul double %exploration, %spread
  %bound = fadd double %value, %bonus
  ret double %bound
}
