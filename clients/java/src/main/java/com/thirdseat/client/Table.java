package com.thirdseat.client;

import com.thirdseat.client.TableOptions.Bot;
import com.thirdseat.v1.Action;
import com.thirdseat.v1.BotSeat;
import com.thirdseat.v1.Call;
import com.thirdseat.v1.CardCodec;
import com.thirdseat.v1.Chair;
import com.thirdseat.v1.ChairCards;
import com.thirdseat.v1.CloseRoomRequest;
import com.thirdseat.v1.Combo;
import com.thirdseat.v1.Dealt;
import com.thirdseat.v1.Doubling;
import com.thirdseat.v1.Emote;
import com.thirdseat.v1.Event;
import com.thirdseat.v1.LegalPlays;
import com.thirdseat.v1.PlayerSeat;
import com.thirdseat.v1.RoomEvent;
import com.thirdseat.v1.Said;
import com.thirdseat.v1.SeatChanged;
import com.thirdseat.v1.Settled;
import com.thirdseat.v1.Show;
import com.thirdseat.v1.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One table. Most calls return the next bot's move, or null. After an exception that may be retried, do not record the event again: it is
 * kept. Do not use a table in two threads at the same time, and let only one Table own a room.
 */
public final class Table {
  /** An event that the room may lack, and its step of a hand, or null. */
  record UnsentEvent(RoomEvent told, Hand.Step from) {}

  /** A step of the table that the server may refuse. */
  private interface RefusableStep {
    Move run() throws ThirdseatException;
  }

  final Client client;
  final String name;
  final TableOptions options;
  final CardCodec codec;
  State state = State.unknown(0);
  final Counts counts = new Counts();
  Map<Integer, Bot> bots;
  Map<Integer, String> players;
  Hand hand;
  int number; // of the hand
  List<UnsentEvent> unsent = new ArrayList<>();
  Move pending; // the last move, which is not recorded yet
  LegalPlays legal; // the backend's own list, for the next move; null for none
  private final Turn turn = new Turn(this);

  Table(Client client, String name, TableOptions options) {
    this.client = client;
    this.name = name;
    this.options = options;
    codec = Cards.codec(options.codec);
    bots = new TreeMap<>(options.bots);
    players = new TreeMap<>(options.players);
    // A wrong chair must be refused here and not at a later turn.
    bots.keySet().forEach(Hand::chairOf);
    players.keySet().forEach(Hand::chairOf);
  }

  public State state() {
    return state;
  }

  /** Returns the numbers of this client's repairs. */
  public Counts counts() {
    return counts;
  }

  /**
   * Begins a hand with an auction. {@code hands} has the 17 cards of each bot, and no other cards. The chair {@code first} speaks first.
   */
  public Move deal(int first, Map<Integer, Cards> hands) throws ThirdseatException {
    return deal(first, null, hands);
  }

  /** Begins a hand without an auction: one chair is the landlord and has three bottom cards in addition to its 17 cards. */
  public Move dealLandlord(int landlord, Cards bottom, Map<Integer, Cards> hands) throws ThirdseatException {
    return deal(landlord, landlordStep(landlord, bottom), hands);
  }

  private Move deal(int first, Hand.Step found, Map<Integer, Cards> hands) throws ThirdseatException {
    if (!hands.keySet().equals(bots.keySet())) {
      throw new IllegalArgumentException("hands are those of chairs " + hands.keySet() + ", bots sit on " + bots.keySet());
    }
    Map<Integer, List<Integer>> held = new TreeMap<>();
    hands.forEach((chair, cards) -> held.put(chair, cards.read(codec)));
    Chair speaks = Hand.chairOf(first);
    return undoIfRefused(() -> {
      int before = unsent.size();
      addPending();
      hand = new Hand(codec, first, held);
      number++;
      addUnsent(RoomEvent.newBuilder().setDealt(Dealt.newBuilder().setFirst(speaks).addAllHolds(hand.chairCards())), null);
      if (found != null) appendStep(found);
      return turn.run(unsent.size() - before, false);
    });
  }

  /** Records a call in the auction: "PASS", "SCORE_1", "SCORE_2", "SCORE_3", "CALL", "ROB" or "TAKE". */
  public Move called(int chair, String word) throws ThirdseatException {
    return recordAction(chair, Action.newBuilder().setCall(enumByName(Call.class, "CALL_", word)), List.of(), null);
  }

  /** Records the wild rank that is shown, as a letter. */
  public Move wildShown(String rank) throws ThirdseatException {
    return recordStep(new Hand.Step(Event.newBuilder().setWildShown(rank).build(), List.of(), null));
  }

  /**
   * Records that a chair passes three cards on to another one, before the first call. The chairs do this in the order of speaking. Cards
   * that no bot gives or gets are not sent to the server. Use this also for the gift of a bot, because only you know which chair gets it.
   */
  public Move passedOn(int chair, Cards cards, int to) throws ThirdseatException {
    Hand.chairOf(to); // Refuses a wrong chair.
    List<Integer> list = cards.read(codec);
    return recordAction(chair, Action.newBuilder().setPassOn(Cards.message(list, codec)), list, to);
  }

  /** Ends the auction: the bottom cards are shown. */
  public Move landlord(int chair, Cards bottom) throws ThirdseatException {
    return recordStep(landlordStep(chair, bottom));
  }

  /** Records a doubling: "NONE", "DOUBLE" or "SUPER". */
  public Move raised(int chair, String word) throws ThirdseatException {
    return recordAction(chair, Action.newBuilder().setDoubling(enumByName(Doubling.class, "DOUBLING_", word)), List.of(), null);
  }

  /** Records that a chair opens this hand, or keeps it closed. */
  public Move shown(int chair, Cards cards) throws ThirdseatException {
    return shown(chair, cards, 0);
  }

  /** Records that a chair opens this hand for 2 to 5 times the stake, which {@code open-hand=deal} allows in the auction. */
  public Move shown(int chair, Cards cards, int factor) throws ThirdseatException {
    List<Integer> list = cards.read(codec);
    Show.Builder show = Show.newBuilder().setOpen(!list.isEmpty()).setFactor(factor);
    return recordAction(chair, Action.newBuilder().setShow(list.isEmpty() ? show : show.setHand(Cards.message(list, codec))), List.of(), null);
  }

  /** Records that cards are played; no cards mean a pass. */
  public Move played(int chair, Cards cards) throws ThirdseatException {
    return played(chair, cards, null);
  }

  /** Records that cards are played with this reading, for cards that could be several combos. */
  public Move played(int chair, Cards cards, Reading reading) throws ThirdseatException {
    List<Integer> list = cards.read(codec);
    if (list.isEmpty()) return recordAction(chair, Action.newBuilder().setPassed(true), list, null);
    Combo.Builder combo = Combo.newBuilder().setCards(Cards.message(list, codec));
    if (reading != null) {
      combo.setKind(reading.kind()).setKey(reading.key()).setLength(reading.length()).setStandsFor(reading.standsFor());
    }
    return recordAction(chair, Action.newBuilder().setPlay(combo), list, null);
  }

  /** Seats a bot. In the middle of a hand, give the cards of the chair. */
  public Move takeOver(int chair, Bot bot, Cards cards) throws ThirdseatException {
    Hand.chairOf(chair); // Refuses a wrong chair before anything changes.
    List<Integer> held = cards.read(codec);
    if (hand != null && held.isEmpty()) {
      throw new IllegalArgumentException("a bot that sits down in the middle of a hand needs its cards");
    }
    // A pending move is not recorded: the bot on turn is asked again.
    return undoIfRefused(() -> {
      bots.put(chair, bot);
      players.remove(chair);
      SeatChanged.Builder changed = SeatChanged.newBuilder().setBot(botSeat(chair));
      if (hand != null) {
        hand.holds.put(chair, held);
        changed.setHolds(Cards.message(held, codec));
        for (Hand.Step gift : hand.gifts()) {
          if (gift.chair() == chair) changed.setGave(Cards.message(gift.cards(), codec));
          if (gift.to() == chair) changed.setGot(Cards.message(gift.cards(), codec));
        }
      }
      return recordEvent(RoomEvent.newBuilder().setSeatChanged(changed));
    });
  }

  /** Seats a person on the chair of a bot. */
  public Move handBack(int chair, String playerId) throws ThirdseatException {
    PlayerSeat.Builder player = PlayerSeat.newBuilder().setChair(Hand.chairOf(chair)).setPlayerId(playerId);
    return undoIfRefused(() -> {
      bots.remove(chair);
      players.put(chair, playerId);
      if (hand != null) hand.holds.remove(chair);
      return recordEvent(RoomEvent.newBuilder().setSeatChanged(SeatChanged.newBuilder().setPlayer(player)));
    });
  }

  /**
   * Records an emote of a player: "HURRY", "HAPPY", "ANGRY", "PRAISE" or "SORRY". It does not change the turn: a bot on turn is asked
   * again.
   */
  public Move said(int chair, String face) throws ThirdseatException {
    Said.Builder said = Said.newBuilder().setChair(Hand.chairOf(chair)).setEmote(enumByName(Emote.class, "EMOTE_", face));
    return undoIfRefused(() -> recordEvent(RoomEvent.newBuilder().setSaid(said)));
  }

  /**
   * Sets the plays that your game allows the next bot, if its rules differ from the ruleset. Call it before the event that gives the bot
   * the turn: it is used only for that move.
   */
  public void legalPlays(List<Cards> plays, boolean mayPass) {
    LegalPlays.Builder list = LegalPlays.newBuilder().setMayPass(mayPass);
    plays.forEach(cards -> list.addPlays(Combo.newBuilder().setCards(Cards.message(cards.read(codec), codec))));
    legal = list.build();
  }

  /** Asks again after a turn without an answer. Returns the move of the bot on turn, or null. */
  public Move ask() throws ThirdseatException {
    pending = null;
    return turn.run(0, false);
  }

  /**
   * Records that the hand is paid: the winner is "landlord", "peasants" or null (the hand was stopped), and the amounts are what each chair
   * gets. Without an answer there is no exception: an open room gets the settlement with the next call.
   */
  public void settled(String winner, List<Long> amounts) throws ThirdseatException {
    settled(winner, amounts, Map.of());
  }

  /** Records that the hand is paid, and that these cards were shown at the end. */
  public void settled(String winner, List<Long> amounts, Map<Integer, Cards> remaining) throws ThirdseatException {
    Side side = switch (winner == null ? "" : winner) {
      case "" -> Side.SIDE_UNSPECIFIED;
      case "landlord" -> Side.SIDE_LANDLORD;
      case "peasants" -> Side.SIDE_PEASANTS;
      default -> throw new IllegalArgumentException(
          '"' + winner + "\" is no winner: it may be landlord or peasants, and none where the hand is broken off");
    };
    Settled.Builder settled = Settled.newBuilder().setWinner(side).addAllAmounts(amounts);
    remaining.forEach((chair, cards) -> settled.addRemaining(
        ChairCards.newBuilder().setChair(Hand.chairOf(chair)).setCards(Cards.message(cards.read(codec), codec))));
    recordEnd(RoomEvent.newBuilder().setSettled(settled));
  }

  /** Closes the table. If the server does not answer, it deletes the room later by itself. */
  public void close() {
    try {
      closeRoom(options.timeMs);
    } catch (ThirdseatException ignored) {
      // The server deletes the room later by itself.
    }
    turn.forget();
  }


  private static <E extends Enum<E>> E enumByName(Class<E> kind, String prefix, String word) {
    try {
      return Enum.valueOf(kind, prefix + word);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException('"' + word + "\" is none of " + List.of(kind.getEnumConstants()).toString().replace(prefix, ""));
    }
  }

  void closeRoom(long left) throws ThirdseatException {
    client.call(stub -> stub.closeRoom(CloseRoomRequest.newBuilder().setRoomId(name).build()), left);
  }

  BotSeat botSeat(int chair) {
    Bot bot = bots.get(chair);
    BotSeat.Builder seat = BotSeat.newBuilder().setChair(Hand.chairOf(chair)).setPersona(bot.persona()).setDisclosed(bot.disclosed());
    if (bot.seed() != null) seat.setSeed(bot.seed());
    if (bot.strength() != null) seat.setStrength(bot.strength());
    if (bot.matching() != null) seat.setMatching(bot.matching());
    return seat.build();
  }

  private Hand.Step landlordStep(int chair, Cards bottom) {
    List<Integer> list = bottom.read(codec);
    Event event = Event.newBuilder().setChair(Hand.chairOf(chair)).setLandlordFound(Cards.message(list, codec)).build();
    return new Hand.Step(event, list, null);
  }

  Move accept(Move move) throws ThirdseatException {
    if (pending != move) return pending;
    if (move.step == null) throw new IllegalStateException("the table says to whom cards are passed on: record them by passedOn");
    return recordStep(move.step);
  }

  private Move recordAction(int chair, Action.Builder action, List<Integer> cards, Integer to) throws ThirdseatException {
    return recordStep(new Hand.Step(Hand.actionEvent(chair, action), cards, to));
  }

  private Move recordStep(Hand.Step step) throws ThirdseatException {
    if (hand == null) throw new IllegalStateException("no hand is being played: deal first");
    return undoIfRefused(() -> {
      int before = unsent.size();
      // The pending move is dropped if this event is of the same chair.
      if (pending != null && pending.chair != step.chair()) addPending();
      appendStep(step);
      return turn.run(unsent.size() - before, false);
    });
  }

  private void addPending() {
    if (pending != null && pending.step != null) appendStep(pending.step);
  }

  private void appendStep(Hand.Step step) {
    hand.add(step);
    addUnsent(RoomEvent.newBuilder().setTable(hand.eventForRoom(step)), step);
  }

  private void addUnsent(RoomEvent.Builder event, Hand.Step from) {
    pending = null;
    unsent.add(new UnsentEvent(event.setHandNumber(number).build(), from));
  }

  private Move recordEvent(RoomEvent.Builder event) throws ThirdseatException {
    addUnsent(event, null);
    return turn.run(1, false);
  }

  private void recordEnd(RoomEvent.Builder event) throws ThirdseatException {
    try {
      undoIfRefused(() -> {
        int before = unsent.size();
        addPending();
        hand = null;
        addUnsent(event, null);
        return turn.isOpen() ? turn.run(unsent.size() - before, true) : null;
      });
    } catch (ThirdseatException error) {
      // No move depends on this call, so events that do not arrive now wait for the next call.
      if (error.retry.equals("never")) throw error;
    }
  }

  /** Runs a step, and undoes it if the server refuses it for good. */
  private Move undoIfRefused(RefusableStep step) throws ThirdseatException {
    var bots = new TreeMap<>(this.bots);
    var players = new TreeMap<>(this.players);
    var unsent = new ArrayList<>(this.unsent);
    Hand hand = this.hand == null ? null : this.hand.copy();
    int number = this.number;
    Move pending = this.pending;
    try {
      return step.run();
    } catch (ThirdseatException error) {
      // Events that the server has recorded stay, even if there is no decision of a bot.
      if (error.retry.equals("never") && !this.unsent.isEmpty()) {
        this.bots = bots;
        this.players = players;
        this.unsent = unsent;
        this.hand = hand;
        this.number = number;
        this.pending = pending;
      }
      throw error;
    }
  }
}
