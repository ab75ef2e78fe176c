"""Faults that are planted in a copy of the engine, and the tests that must find each."""

import attrs


@attrs.frozen
class Fault:
    """What is wrong, in which file, the text before and after, and the tests that find it."""

    name: str
    file: str
    before: str
    after: str
    found_by: tuple[str, ...]


def fault(name, file, before, after, *found_by):
    return Fault(name, file, before, after, found_by)


ACTIONS = "tests/properties/test_actions.py"
CHECKED_AGAIN = "tests/properties/texts/test_checked_again.py"
CHANCE = "tests/properties/test_chance.py"
COMPONENTS = "tests/properties/test_components.py"
ENDS = "tests/properties/test_ends.py"
GENERATED = "tests/properties/test_generated.py"
KNOWLEDGE = "tests/properties/knowledge/test_knowledge.py"
PLAYTHROUGHS = "tests/properties/test_playthroughs.py"
NATIVE = "tests/differential/test_shipped.py"
WATCHED = "tests/differential/test_watched.py"
CHAINS = "tests/unit/interpreter/knowledge/test_chains.py"
WIDE = "tests/unit/interpreter/knowledge/test_redeal.py"
REDEAL = "tests/properties/knowledge/test_redeal.py"
SECRECY = "tests/properties/knowledge/test_secrecy.py"
STANDING = "tests/unit/interpreter/bots/test_standing.py"
STATES = "tests/properties/test_states.py"
BACK = "tests/unit/interpreter/knowledge/test_taking_back.py"
BOARDS = "tests/unit/interpreter/native/test_boards_at_once.py"
KUHN = "tests/games/test_kuhn_poker.py"
TIC_TAC_TOE = "tests/games/test_tic_tac_toe.py"
TRAPS = "tests/unit/interpreter/observation/test_traps.py"
PLACES = "tests/unit/interpreter/observation/test_places.py"
UNDO = "tests/unit/interpreter/hosting/test_undo_over_bots.py"

FAULTS = (
    fault(
        "a playout is cut one choice late",
        "interpreter/native/runtime/game/cut.ll",
        "%most = sub i64 %horizon, 1",
        "%most = add i64 %horizon, 0",
        f"{STANDING}::test_cut_playouts_are_worth_the_same_to_both_engines",
    ),
    fault(
        "what a cut playout may still draw is counted down in a batch too",
        "interpreter/native/runtime/game/cut.ll",
        "%auto1 = add i64 %auto, %auto_by",
        "%auto1 = sub i64 %auto, 1",
        f"{STANDING}::test_games_stepped_in_a_batch_stop_at_each_choice",
    ),
    fault(
        "a team shares the win by one of its members",
        "interpreter/standing.py",
        "sum(sides[of]) //",
        "sides[of][0] //",
        f"{STANDING}::test_cut_playouts_are_worth_the_same_to_both_engines",
    ),
    fault(
        "the body of an arm loses its last argument",
        "interpreter/reference/taking.py",
        "open_arm.env + arguments)",
        "open_arm.env + arguments[:-1])",
        f"{ACTIONS}::test_whatever_can_happen_next_happens_without_fault",
    ),
    fault(
        "a loop puts its values in front of the locals",
        "interpreter/reference/flow.py",
        "frame.env + frame.rest[0]",
        "frame.rest[0] + frame.env",
        f"{ACTIONS}::test_whatever_can_happen_next_happens_without_fault",
        f"{ENDS}::test_the_games_that_ship_end",
    ),
    fault(
        "a bag is drawn from like a row: the shuffle is skipped",
        "interpreter/reference/points.py",
        'machine.layout.zone_of[source].shape in ("row", "one")',
        'machine.layout.zone_of[source].shape in ("row", "one", "bag")',
        f"{KUHN}::test_plays_by_depth_with_chance_as_a_ply",
    ),
    fault(
        "with a seed the first outcome always happens",
        "interpreter/state.py",
        "pick(state.chance_outcomes, drawn)",
        "state.chance_outcomes[0][0]",
        f"{CHANCE}::test_outcomes_are_those_that_the_reference_computes",
    ),
    fault(
        "copies do not weigh",
        "interpreter/reference/points.py",
        "tuple(sorted(copies.items()))",
        "tuple((outcome, 1) for outcome in sorted(copies))",
        f"{CHANCE}::test_a_draw_is_weighted_by_the_copies_in_the_bag",
    ),
    fault(
        "every move is seen by all",
        "interpreter/reference/events.py",
        "or event.kinds is None:",
        "or event.kinds:",
        f"{KUHN}::test_twelve_information_states_and_thirty_ends",
    ),
    fault(
        "secret variables are told to all",
        "interpreter/reference/events.py",
        "            return event if player in layout.seen_by[cell] else None",
        "            return event",
        f"{KNOWLEDGE}::test_nobody_is_told_what_he_does_not_see",
    ),
    fault(
        "an observation shows every zone",
        "interpreter/knowledge/views.py",
        "    if layout.sees(cell, player):",
        "    if layout.seen_by[cell] is not None:",
        f"{KNOWLEDGE}::test_an_observation_tells_nothing_of_what_is_unseen",
    ),
    fault(
        "an observation shows every variable",
        "interpreter/knowledge/views.py",
        "            if layout.sees(cell, player)",
        "            if layout.seen_by[cell] is not None",
        f"{KNOWLEDGE}::test_an_observation_tells_nothing_of_what_is_unseen",
    ),
    fault(
        "own choices are forgotten",
        "interpreter/knowledge/views.py",
        'known.append(("chose", at.action))',
        "pass",
        f"{KNOWLEDGE}::test_nothing_is_forgotten_and_no_own_choice_is_left_out",
    ),
    fault(
        "the legal list descends",
        "interpreter/reference/held.py",
        "key=lambda offer: offer.id",
        "key=lambda offer: -offer.id",
        f"{ACTIONS}::test_legal_actions_ascend_are_unique_and_never_lack",
    ),
    fault(
        "the legal list asks no needs",
        "interpreter/reference/choice.py",
        "                if not value(need.test, world, env):\n                    break",
        "                if value(need.test, world, env) is need:\n                    break",
        f"{ACTIONS}::test_exactly_what_is_not_offered_is_refused_with_a_reason",
    ),
    fault(
        "neither the legal list nor a refusal asks needs",
        "interpreter/reference/choice.py",
        "    needs = arm.needs\n",
        "    needs = ()\n",
        f"{TIC_TAC_TOE}::test_who_wins_how_often",
        f"{ACTIONS}::test_whatever_can_happen_next_happens_without_fault",
    ),
    fault(
        "who is told of a choice takes each assignment to show",
        "interpreter/observation/matching.py",
        "elif machine.cells[cell] != new:",
        "elif new is not Unseen:",
        f"{TRAPS}::test_what_leaves_a_value_as_it_was_is_not_told_from_what_does_nothing",
    ),
    fault(
        "who is told of a choice knows what he does not see",
        "interpreter/observation/blanked.py",
        "cells.append(unseen(len(cell)) if isinstance(cell, tuple) else Unseen())",
        "cells.append(cell)",
        f"{TRAPS}::test_what_a_secret_keeps_from_showing_might_have_shown",
    ),
    fault(
        "who is told of a choice knows which way a hidden test went",
        "interpreter/observation/openness.py",
        "self.veiled.add(block.number)",
        "self.unsure.add(-1)",
        f"{TRAPS}::test_where_it_is_not_known_what_is_asked_nothing_is_told",
    ),
    fault(
        "who is told of a choice forgets that arms look alike",
        "interpreter/observation/choices.py",
        "                elif found.arm is not arm:\n                    return None\n",
        "                elif found.arm is not arm:\n                    continue\n",
        f"{TRAPS}::test_of_two_arms_that_look_alike_neither_is_told",
    ),
    fault(
        "who is told of a choice always knows at which place play stands",
        "interpreter/observation/where.py",
        "    if len(places) == 1:\n",
        "    if places:\n",
        f"{PLACES}::test_plays_that_look_alike_are_told_alike[an_arm_that_asks_another]",
    ),
    fault(
        "who is told of a choice forgets that a pick was made",
        "interpreter/observation/following.py",
        "frame._replace(left=frame.left - 1, last=())",
        "frame._replace(left=frame.left, last=())",
        f"{PLACES}::test_plays_that_look_alike_are_told_alike[a_pick_or_at_any_time]",
    ),
    fault(
        "an undo over bots does not ask what was learnt",
        "interpreter/observation/choices.py",
        "    return following.is_certain(arm, env, place, known, guarded)\n",
        "    return True\n",
        f"{UNDO}::test_what_is_said_of_it_has_been_learnt",
    ),
    fault(
        "an undo keeps the events",
        "interpreter/state.py",
        "return taking_back.before_own_choice(self, player_of(self.game.players, player))",
        "return attrs.evolve(self.previous, transition=self.transition)",
        f"{STATES}::test_what_is_taken_back_leaves_no_trace",
    ),
    fault(
        "an undo is granted although others have seen the choice",
        "interpreter/knowledge/taking_back.py",
        "    _is_unnoticed(state, player, others)",
        "    _is_unnoticed(state, player, [])",
        f"{STATES}::test_the_own_last_choice_can_be_taken_back_until_somebody_noticed",
    ),
    fault(
        "an undo is granted although the choice has told something",
        "interpreter/knowledge/taking_back.py",
        "    if not is_foreseen:",
        "    if is_foreseen is None:",
        f"{BACK}::test_the_same_comes_of_it_whatever_he_does_not_see",
    ),
    fault(
        "whether an undo is granted tells what others alone have seen",
        "interpreter/observation/matching.py",
        "            if cell in self.guarded:",
        "            if cell in ():",
        f"{BACK}::test_the_same_comes_of_it_whatever_he_does_not_see",
    ),
    fault(
        "clocks tell positions apart",
        "interpreter/position.py",
        "attrs.field(default=(), eq=False)",
        "attrs.field(default=())",
        f"{COMPONENTS}::test_clocks_are_no_part_of_a_position",
    ),
    fault(
        "what moves also stays",
        "interpreter/reference/effects.py",
        "machine.cells[source] = _without(machine, source, kinds, span)",
        "_without(machine, source, kinds, span)",
        f"{COMPONENTS}::test_components_are_neither_created_nor_lost",
    ),
    fault(
        "sets and bags keep the order of arrival",
        "interpreter/reference/effects.py",
        "tuple(sorted(now))",
        "now",
        f"{COMPONENTS}::test_zones_hold_what_they_may_in_their_order",
    ),
    fault(
        "a redeal hands out the true play",
        "interpreter/knowledge/redeal.py",
        "    return belief.sample(seed)\n",
        "    return state\n",
        f"{REDEAL}::test_where_several_deals_fit_samples_differ",
        f"{REDEAL}::test_redeal_too_is_as_likely_as_the_enumeration_says",
    ),
    fault(
        "a drawing for a seat shows what others hold",
        "interpreter/play/look.py",
        "        return self.player is None or self.player in self.layout.seen_by[cell]",
        "        return self.player is None or cell >= 0",
        f"{SECRECY}::test_a_seat_cannot_tell_plays_apart_that_look_alike_to_it[kuhn_poker]",
    ),
    fault(
        "the log of a seat tells what others chose",
        "interpreter/play/prose.py",
        "    if actor == CHANCE or player not in (None, actor):",
        "    if actor == CHANCE:",
        f"{SECRECY}::test_nor_can_it_in_small_texts[look_and_put_back]",
    ),
    fault(
        "a seat's record holds what others chose",
        "interpreter/knowledge/views.py",
        "            and at.previous.current_player == player\n",
        "            and at.previous.current_player >= 0\n",
        f"{SECRECY}::test_nor_can_it_in_small_texts[look_and_put_back]",
    ),
    fault(
        "equal positions merge, but their weights do not add",
        "interpreter/knowledge/table.py",
        "known.weight += weight",
        "known.weight = weight",
        f"{REDEAL}::test_beliefs_are_exactly_those_of_the_enumeration",
    ),
    fault(
        "plays are moved about as if all of them were alike likely",
        "interpreter/knowledge/moves.py",
        "            if ratio >= 1.0 or numbers.share() < ratio:",
        "            if ratio >= 0.0:",
        f"{CHAINS}::test_native_moves_are_those_of_the_reference_number_by_number",
    ),
    fault(
        "native code moves plays about as if all of them were alike likely",
        "interpreter/native/runtime/shared/chain_changes.ll",
        "  %surely = fcmp oge double %likelier, 1.0",
        "  %surely = fcmp oge double %likelier, 0.0",
        f"{CHAINS}::test_native_moves_are_those_of_the_reference_number_by_number",
    ),
    fault(
        "a replay begins with what was legal elsewhere",
        "interpreter/native/runtime/shared/chain_steps.ll",
        "  %arrived = icmp sgt i64 %t, %begin",
        "  %arrived = icmp sge i64 %t, %begin",
        f"{CHAINS}::test_native_moves_are_those_of_the_reference_number_by_number",
    ),
    fault(
        "a sample moves the chain that it is drawn from",
        "interpreter/knowledge/chains.py",
        "        copy = self._ground.copied(chosen)",
        "        copy = chosen",
        f"{CHAINS}::test_a_sample_leaves_the_chains_as_they_are_and_follows_from_its_seed",
    ),
    fault(
        "a record lacks the last choice",
        "interpreter/hosting/playthrough.py",
        "of_choices(state.game, state.history,",
        "of_choices(state.game, state.history[:-1],",
        f"{PLAYTHROUGHS}::test_what_is_saved_is_restored",
    ),
    fault(
        "who comes after the next has the turn",
        "interpreter/reference/flow.py",
        "first = frame.player + 1 if",
        "first = frame.player + 2 if",
        f"{TIC_TAC_TOE}::test_turns_alternate_and_the_board_is_all_there_is",
    ),
    fault(
        "shared wins are not shared",
        "interpreter/reference/flow.py",
        "Fraction(players - len(winners), len(winners))",
        "Fraction(players - len(winners))",
        f"{ENDS}::test_wins_and_draws_sum_to_zero",
    ),
    fault(
        "what may fail counts as proved",
        "rulelang/prove/contexts.py",
        "holds = proved or k.is_dead",
        "holds = not fails or k.is_dead",
        f"{GENERATED}::test_a_generated_game_fails_only_where_a_line_is_listed",
    ),
    fault(
        "a proof is kept although other things are known where it begins",
        "rulelang/prove/walks.py",
        'return ("effect", self.digests.walked(body), at().digest)',
        'return ("effect", self.digests.walked(body))',
        f"{CHECKED_AGAIN}::test_what_a_proof_rests_on_is_in_its_key",
    ),
    fault(
        "a proof is kept although zones and variables have changed",
        "rulelang/prove/walks.py",
        "digest_of((self.world, *make()))",
        "digest_of(make())",
        f"{CHECKED_AGAIN}::test_what_a_proof_rests_on_is_in_its_key",
    ),
    fault(
        "native code counts every turn twice",
        "interpreter/native/lower/loops.py",
        'b.store(done, b.op("add", so_far, 1))',
        'b.store(done, b.op("add", so_far, 2))',
        f"{NATIVE}::test_games_are_played_alike",
    ),
    fault(
        "native code draws each kind as likely, however many there are",
        "interpreter/native/lower/chance.py",
        "OutcomeNode(found.op, weight)",
        "OutcomeNode(found.op, 1)",
        f"{NATIVE}::test_games_are_played_alike",
    ),
    fault(
        "a flat state is made with one pick too many",
        "interpreter/native/memory/encode.py",
        "slots[places[left]] = frame.left",
        "slots[places[left]] = frame.left + 1",
        f"{NATIVE}::test_games_are_played_alike",
    ),
    fault(
        "watched code does not note that a condition was false",
        "interpreter/native/lower/statements.py",
        "skipped = flow.program.unit.coverage.skipped.get(node.then.number)",
        "skipped = None",
        f"{WATCHED}::test_both_reach_the_same_of_small_texts",
    ),
    fault(
        "a mark may be asked for all values at once",
        "interpreter/native/plan/effects.py",
        'found.add(("probes", table))',
        "pass",
        f"{WATCHED}::test_both_reach_the_same_of_small_texts",
    ),
    fault(
        "watched code asks of joined edges only where they are not joined yet",
        "interpreter/native/evaluate/spaces/graphs.py",
        "        if code.unit.coverage.count:",
        "        if code.unit.coverage.count < 0:",
        f"{WATCHED}::test_parts_are_asked_as_the_rules_ask_them",
    ),
    fault(
        "a flood goes as far as it can",
        "interpreter/native/evaluate/spaces/floods.py",
        '    b.set(rounds, b.op("sub", b.get(rounds), 1))\n',
        "",
        f"{BOARDS}::test_floods_reach_what_a_search_by_breadth_reaches",
    ),
    fault(
        "of all pairs those at the last distance count",
        "interpreter/native/evaluate/relations.py",
        'total = code.b.op("or", total, mask, width=lane.width)',
        "total = mask",
        f"{BOARDS}::test_what_is_asked_of_a_pair_is_asked_at_each_distance",
    ),
    fault(
        "what is settled before play is asked before what may fail",
        "interpreter/native/evaluate/bitsets.py",
        "elif any(fixed[at:]) and not drafts.is_safe(code, part, env, lane):",
        "elif False:",
        f"{BOARDS}::test_what_may_fault_is_asked_where_the_reference_asks_it",
    ),
    fault(
        "a loop that stops notes only what it came to",
        "interpreter/native/lower/loops.py",
        "if flow.program.unit.coverage.count:",
        "if flow.program.unit.coverage.count < 0:",
        f"{WATCHED}::test_parts_are_asked_as_the_rules_ask_them",
    ),
    fault(
        "what looks ahead is noted",
        "interpreter/native/runtime/game/noting.ll",
        "store i64 $points, ptr %offset_at",
        "store i64 0, ptr %offset_at",
        f"{WATCHED}::test_parts_are_asked_as_the_rules_ask_them",
    ),
    fault(
        "arms that close unasked count as chosen",
        "interpreter/native/lower/points.py",
        "    _close_unseen(flow, node, done)\n",
        "",
        f"{WATCHED}::test_parts_are_asked_as_the_rules_ask_them",
    ),
)
