package com.thirdseat.client;

import com.thirdseat.v1.Action;
import com.thirdseat.v1.CardCodec;
import com.thirdseat.v1.Chair;
import com.thirdseat.v1.ChairCards;
import com.thirdseat.v1.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One hand, stored so that it can be sent again: to a new room, or in calls without a room. */
final class Hand {
  /** An event with its cards as a list. If they are passed on, also the chair that gets them, else null. */
  record Step(Event event, List<Integer> cards, Integer to) {
    int chair() {
      return event.getChairValue() - 1;
    }
  }

  private final CardCodec codec;
  private final int first;
  final Map<Integer, List<Integer>> holds;
  List<Step> steps = new ArrayList<>();

  Hand(CardCodec codec, int first, Map<Integer, List<Integer>> holds) {
    this.codec = codec;
    this.first = first;
    this.holds = holds;
  }

  Hand copy() {
    Hand copy = new Hand(codec, first, new TreeMap<>(holds));
    copy.steps = new ArrayList<>(steps);
    return copy;
  }

  static Chair chairOf(int chair) {
    if (chair < 0 || chair > 2) throw new IllegalArgumentException(chair + " is no chair: chairs are 0, 1 and 2");
    return Chair.forNumber(chair + 1);
  }

  static Event actionEvent(int chair, Action.Builder action) {
    return Event.newBuilder().setChair(chairOf(chair)).setAction(action).build();
  }

  List<Step> gifts() {
    return steps.stream().filter(step -> step.to != null).toList();
  }

  /** While gifts are due, true for the chair of the next one. The server also decides for a later chair. */
  boolean mustGive(int chair) {
    return chair == (first + gifts().size()) % 3;
  }

  void add(Step step) {
    steps.add(step);
    moveCards(step, true);
  }

  /** Removes a step if it belongs to this hand. */
  void drop(Step step) {
    if (steps.stream().noneMatch(one -> one == step)) return;
    moveCards(step, false);
    steps.removeIf(one -> one == step);
  }

  private void moveCards(Step step, boolean isForward) {
    if (step.event.hasLandlordFound()) changeCards(step.chair(), step.cards, isForward);
    if (step.event.getAction().hasPlay()) changeCards(step.chair(), step.cards, !isForward);
    if (step.to == null || gifts().size() < 3) return;
    // Gifts move only when all three chairs have given.
    for (Step gift : gifts()) {
      changeCards(gift.chair(), gift.cards, !isForward);
      changeCards(gift.to, gift.cards, isForward);
    }
  }

  private void changeCards(int chair, List<Integer> cards, boolean isMore) {
    holds.computeIfPresent(chair, (who, held) -> isMore ? Cards.plus(held, cards) : Cards.minus(held, cards));
  }

  /** Returns the event. The cards of a gift are left out if they are not known. */
  private Event visibleEvent(Step step, boolean isKnown) {
    boolean isTold = step.to == null || isKnown;
    return isTold ? step.event : actionEvent(step.chair(), Action.newBuilder().setPassOn(com.thirdseat.v1.Cards.getDefaultInstance()));
  }

  /** Returns the event for a room. The cards of a gift that no bot gives or gets are left out. */
  Event eventForRoom(Step step) {
    return visibleEvent(step, holds.containsKey(step.chair()) || step.to != null && holds.containsKey(step.to));
  }

  List<ChairCards> chairCards() {
    List<ChairCards> list = new ArrayList<>();
    holds.forEach((chair, held) -> list.add(chairCards(chair)));
    return list;
  }

  private ChairCards chairCards(int chair) {
    return ChairCards.newBuilder().setChair(chairOf(chair)).setCards(Cards.message(holds.get(chair), codec)).build();
  }

  com.thirdseat.v1.Hand message() {
    return com.thirdseat.v1.Hand.newBuilder().setFirst(chairOf(first)).addAllHolds(chairCards())
        .addAllEvents(steps.stream().map(this::eventForRoom).toList()).build();
  }

  /** Returns the hand with the knowledge of one bot. The bot sees the cards that it gets only after all three chairs have given. */
  com.thirdseat.v1.Hand viewOf(int chair, String ruleset) {
    boolean haveMoved = gifts().size() == 3;
    var told = com.thirdseat.v1.Hand.newBuilder().setRuleset(ruleset).setCardCodec(codec).setFirst(chairOf(first)).addHolds(chairCards(chair));
    for (Step step : steps) {
      told.addEvents(visibleEvent(step, step.chair() == chair || haveMoved && step.to != null && step.to == chair));
    }
    return told.build();
  }
}
