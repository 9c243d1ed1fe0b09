package com.thirdseat.client;

import com.thirdseat.v1.Action;
import com.thirdseat.v1.Call;
import com.thirdseat.v1.Called;
import com.thirdseat.v1.CardCodec;
import com.thirdseat.v1.Chair;
import com.thirdseat.v1.ChairCards;
import com.thirdseat.v1.Combo;
import com.thirdseat.v1.Dealt;
import com.thirdseat.v1.Doubling;
import com.thirdseat.v1.LandlordFound;
import com.thirdseat.v1.Pass;
import com.thirdseat.v1.PassedOn;
import com.thirdseat.v1.Played;
import com.thirdseat.v1.Raised;
import com.thirdseat.v1.Seat;
import com.thirdseat.v1.Shown;
import com.thirdseat.v1.Stage;
import com.thirdseat.v1.View;
import com.thirdseat.v1.WildShown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One hand as the table saw it, so that it can be told again: to a room that is gone, or as a view to a server without its rooms. It
 * knows no rules of combos. It counts whose turn it is only for the time in which no server says so.
 */
final class Hand {
  private static final Pattern DOUBLING = Pattern.compile("\\bdoubling=(double|super)\\b");
  private static final Pattern PASS_ON = Pattern.compile("\\bpass-on=(next|previous)\\b");
  private static final Pattern OPEN_HAND = Pattern.compile("\\bopen-hand=yes\\b");

  /** How many wild ranks a ruleset has, unless an override says so. */
  private static final Map<String, Integer> WILDS = Map.of("laizi", 1, "laizi-tiandi", 2);
  private static final Pattern WILDS_TOLD = Pattern.compile("\\bwilds=(\\d)");

  /**
   * Something that happened: {@code cards} are passed on, a bottom, a shown hand, or what was played, where none is a pass; {@code rank} is one
   * that is wild, which is no chair's event.
   */
  record Event(String kind, int chair, int word, List<Integer> cards, Reading reading, String rank) {
    static Event wild(String rank) {
      return new Event("wild", -1, 0, List.of(), null, rank);
    }

    static Event word(String kind, int chair, int word) {
      return new Event(kind, chair, word, List.of(), null, "");
    }

    static Event cards(String kind, int chair, List<Integer> cards) {
      return new Event(kind, chair, 0, cards, null, "");
    }
  }

  /** What counting tells; {@code standing} is the chair whose combo stands. */
  record Facts(Stage stage, Integer turn, Integer landlord, Integer standing) {}

  private final String ruleset;
  private final CardCodec codec;
  private final int first;
  private final Integer appointed;
  private final List<Integer> bottom;
  /** What each bot was dealt. */
  final Map<Integer, List<Integer>> bots;
  List<Event> events = new ArrayList<>();

  Hand(String ruleset, CardCodec codec, int first, Integer appointed, List<Integer> bottom, Map<Integer, List<Integer>> bots) {
    this.ruleset = ruleset;
    this.codec = codec;
    this.first = first;
    this.appointed = appointed;
    this.bottom = bottom;
    this.bots = bots;
  }

  Hand copy() {
    Hand copy = new Hand(ruleset, codec, first, appointed, bottom, new TreeMap<>(bots));
    copy.events = new ArrayList<>(events);
    return copy;
  }

  Integer landlord() {
    return events.stream().filter(event -> event.kind.equals("landlord")).findFirst().map(Event::chair).orElse(appointed);
  }

  private List<Integer> cardsOf(String kind, int chair) {
    List<Integer> list = new ArrayList<>();
    for (Event event : events) {
      if (event.kind.equals(kind) && event.chair == chair) list.addAll(event.cards);
    }
    return list;
  }

  private static List<Integer> plus(List<Integer> one, List<Integer> two) {
    List<Integer> both = new ArrayList<>(one);
    both.addAll(two);
    return both;
  }

  /** How many chairs on the receiver of passed cards sits; 0 where none are passed on. */
  private int direction() {
    Matcher told = PASS_ON.matcher(ruleset);
    if (appointed != null || !told.find()) return 0;
    return told.group(1).equals("next") ? 1 : 2;
  }

  private int receiver(int giver) {
    return (giver + direction()) % 3;
  }

  /** How many chairs have given. */
  private int gifts() {
    return (int) events.stream().filter(event -> event.kind.equals("passed_on")).count();
  }

  /** What the chair has passed on, as far as it has given. */
  List<Integer> gave(int chair) {
    return cardsOf("passed_on", chair);
  }

  /** What comes to the chair, as far as its giver has given. */
  List<Integer> got(int chair) {
    return direction() == 0 ? List.of() : cardsOf("passed_on", Math.floorMod(chair - direction(), 3));
  }

  /** What a bot holds now. Cards that are passed on move when all three chairs have given. */
  List<Integer> held(int chair) {
    boolean hasMoved = gifts() == 3;
    List<Integer> came = plus(cardsOf("landlord", chair), hasMoved ? got(chair) : List.of());
    return Cards.minus(plus(bots.get(chair), came), plus(cardsOf("played", chair), hasMoved ? gave(chair) : List.of()));
  }

  /** A bot sits down with these cards: as if it had been dealt what came to them. */
  void sit(int chair, List<Integer> held) {
    boolean hasMoved = gifts() == 3;
    List<Integer> went = plus(cardsOf("played", chair), hasMoved ? gave(chair) : List.of());
    bots.put(chair, Cards.minus(plus(held, went), plus(cardsOf("landlord", chair), hasMoved ? got(chair) : List.of())));
  }

  List<Integer> read(Cards cards) {
    return cards.read(codec);
  }

  /** What an answer names, in the table's form. */
  Cards cards(com.thirdseat.v1.Cards told) {
    boolean isText = codec == CardCodec.CARD_CODEC_UNSPECIFIED;
    return isText ? Cards.text(told.getText().replace("+", "")) : Cards.ids(told.getIdsList());
  }

  /** The heights of the wild ranks that were shown. */
  private List<Integer> wilds() {
    return events.stream().filter(event -> event.kind.equals("wild")).map(event -> Cards.height(event.rank)).toList();
  }

  /** How many events belong to the deal: the wild ranks that were shown before anything else. */
  int withDeal() {
    return (int) events.stream().takeWhile(event -> event.kind.equals("wild")).count();
  }

  /** Whether a wild rank is shown next: the first one before the auction, the other one with the bottom. */
  boolean awaitsWild() {
    Matcher told = WILDS_TOLD.matcher(ruleset);
    int number = told.find() ? Integer.parseInt(told.group(1)) : WILDS.getOrDefault(ruleset.split("[^\\w-]", 2)[0], 0);
    return wilds().size() < (landlord() == null ? Math.min(number, 1) : number);
  }

  Facts facts() {
    Integer landlord = landlord();
    if (awaitsWild()) return new Facts(Stage.STAGE_WILD, null, landlord, null);
    if (direction() > 0 && gifts() < 3) return new Facts(Stage.STAGE_PASS_ON, (first + gifts()) % 3, null, null);
    if (landlord == null) {
      Integer turn = turnInAuction();
      return new Facts(turn == null ? Stage.STAGE_BOTTOM : Stage.STAGE_AUCTION, turn, null, null);
    }
    int raised = (int) events.stream().filter(event -> event.kind.equals("raised")).count();
    // Only an auction is followed by doublings and an open hand.
    String asked = appointed == null ? ruleset : "";
    if (DOUBLING.matcher(asked).find() && raised < 3) {
      return new Facts(Stage.STAGE_DOUBLING, (landlord + raised) % 3, landlord, null);
    }
    if (OPEN_HAND.matcher(asked).find() && events.stream().noneMatch(event -> event.kind.equals("shown"))) {
      return new Facts(Stage.STAGE_SHOWING, landlord, landlord, null);
    }
    for (int chair = 0; chair < 3; chair++) {
      int count = 17 + (chair == landlord ? 3 : 0) - cardsOf("played", chair).size();
      if (count <= 0) return new Facts(Stage.STAGE_OVER, null, landlord, null);
    }
    int turn = landlord;
    Integer standing = null;
    for (Event event : events) {
      if (!event.kind.equals("played")) continue;
      turn = (event.chair + 1) % 3;
      if (!event.cards.isEmpty()) standing = event.chair;
      if (standing != null && standing == turn) standing = null; // Both others passed.
    }
    return new Facts(Stage.STAGE_PLAY, turn, landlord, standing);
  }

  /** Everybody speaks once; the first caller answers those who robbed; three points and a take end it. */
  private Integer turnInAuction() {
    List<Event> calls = events.stream().filter(event -> event.kind.equals("called")).toList();
    List<Integer> words = calls.stream().map(Event::word).toList();
    if (words.contains(Call.CALL_SCORE_3_VALUE) || words.contains(Call.CALL_TAKE_VALUE)) return null;
    if (words.size() < 3) return (first + words.size()) % 3;
    if (words.size() == 3 && words.contains(Call.CALL_ROB_VALUE)) return calls.get(words.indexOf(Call.CALL_CALL_VALUE)).chair;
    return null;
  }

  // As messages

  static Chair chairOf(int chair) {
    return Chair.forNumber(Math.floorMod(chair, 3) + 1);
  }

  private static Seat seatOf(int chair, int landlord) {
    return Seat.forNumber(Math.floorMod(chair - landlord, 3) + 1);
  }

  private com.thirdseat.v1.Cards message(List<Integer> list) {
    return Cards.message(list, codec);
  }

  /**
   * An event as a room takes it. Chairs count from {@code from}: 0 in a room, the chair that speaks first in a view. What no bot gives or
   * gets stays hidden.
   */
  com.thirdseat.v1.Event message(Event event, int from) {
    var told = com.thirdseat.v1.Event.newBuilder();
    Chair chair = chairOf(event.chair - from);
    boolean isSome = !event.cards.isEmpty();
    switch (event.kind) {
      case "wild" -> told.setWildShown(WildShown.newBuilder().setRank(event.rank));
      case "passed_on" -> {
        PassedOn.Builder passed = PassedOn.newBuilder().setChair(chair);
        boolean isTold = bots.containsKey(event.chair) || bots.containsKey(receiver(event.chair));
        told.setPassedOn(isTold ? passed.setCards(message(event.cards)) : passed);
      }
      case "called" -> told.setCalled(Called.newBuilder().setChair(chair).setCallValue(event.word));
      case "landlord" -> told.setLandlordFound(LandlordFound.newBuilder().setChair(chair).setBottom(message(event.cards)));
      case "raised" -> told.setRaised(Raised.newBuilder().setSeat(seatOf(event.chair, landlord())).setDoublingValue(event.word));
      case "shown" -> {
        Shown.Builder shown = Shown.newBuilder().setOpen(isSome);
        told.setShown(isSome ? shown.setHand(message(event.cards)) : shown);
      }
      default -> {
        Played.Builder played = Played.newBuilder().setSeat(seatOf(event.chair, landlord()));
        Combo.Builder combo = Combo.newBuilder().setCards(message(event.cards));
        if (event.reading != null) {
          combo.setKind(event.reading.kind()).setKey(event.reading.key()).setLength(event.reading.length());
          combo.setStandsFor(event.reading.standsFor());
        }
        told.setPlayed(isSome ? played.setCombo(combo) : played.setPassed(Pass.getDefaultInstance()));
      }
    }
    return told.build();
  }

  Dealt dealt() {
    Dealt.Builder dealt = Dealt.newBuilder();
    bots.forEach((chair, held) -> dealt.addHands(ChairCards.newBuilder().setChair(chairOf(chair)).setCards(message(held))));
    if (appointed == null) return dealt.setFirst(chairOf(first)).build();
    return dealt.setLandlord(chairOf(appointed)).setBottom(message(bottom)).build();
  }

  /** All that a bot knows, without a room: now, or with the deal. Chairs in it count from the one that speaks first. */
  View.Builder view(int chair, boolean isAtDeal) {
    View.Builder view = View.newBuilder().setEventsComplete(true);
    view.setHand(message(isAtDeal ? bots.get(chair) : held(chair)));
    if (appointed == null) {
      view.setChair(chairOf(chair - first));
    } else {
      view.setSeat(seatOf(chair, appointed)).setBottom(message(bottom));
    }
    for (Event event : events.subList(0, isAtDeal ? withDeal() : events.size())) {
      var told = message(event, first).toBuilder();
      if (told.hasPassedOn()) {
        if (gifts() < 3) continue; // All give at once: a seat sees no gift before the third.
        if (chair != event.chair && chair != receiver(event.chair)) told.getPassedOnBuilder().clearCards();
      }
      view.addEvents(told);
    }
    return view;
  }

  /**
   * An action that is always legal, for the time in which no server answers: the lowest cards passed on, no bid, no doubling, a closed
   * hand, a pass on what stands, the lowest single as a lead, a wild card last. Null where the hand is over or waits for cards to be shown.
   */
  Action lastResort(int chair) {
    Facts facts = facts();
    Action.Builder action = Action.newBuilder();
    if (facts.turn == null) return null;
    if (facts.stage == Stage.STAGE_PASS_ON) return action.setPassOn(message(lowest(chair, 3))).build();
    if (facts.landlord == null) return action.setCall(Call.CALL_PASS).build();
    if (facts.stage == Stage.STAGE_DOUBLING) return action.setDoubling(Doubling.DOUBLING_NONE).build();
    if (facts.stage == Stage.STAGE_SHOWING) return action.setShow(false).build();
    if (facts.standing != null) return action.setPassed(Pass.getDefaultInstance()).build();
    return action.setPlay(Combo.newBuilder().setCards(message(lowest(chair, 1)))).build();
  }

  /** The lowest cards of a bot, wild cards last. */
  private List<Integer> lowest(int chair, int count) {
    List<Integer> wilds = wilds();
    Comparator<Integer> order = Comparator.comparing(card -> wilds.contains(Cards.height(card, codec)));
    return held(chair).stream().sorted(order.thenComparing(card -> Cards.height(card, codec))).limit(count).toList();
  }
}
