package com.thirdseat.client;

import com.thirdseat.client.TableOptions.Bot;
import com.thirdseat.v1.Action;
import com.thirdseat.v1.ChairView;
import com.thirdseat.v1.DecideRequest;
import com.thirdseat.v1.Decision;
import com.thirdseat.v1.DecisionOptions;
import com.thirdseat.v1.OpenRoomRequest;
import com.thirdseat.v1.OpenRoomResponse;
import com.thirdseat.v1.PlayerSeat;
import com.thirdseat.v1.RecordEventsRequest;
import com.thirdseat.v1.RecordEventsResponse;
import com.thirdseat.v1.RoomEvent;
import com.thirdseat.v1.RoomTurn;
import com.thirdseat.v1.Side;
import com.thirdseat.v1.Snapshot;
import com.thirdseat.v1.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a table reaches the server in time, and what it does when it does not. */
final class Turn {
  private static final int EVENTS_MAX = 256;
  private static final int REPAIRS_MAX = 2;
  private static final long REPLY_MARGIN_MS = 20;
  private static final long WAIT_MAX_MS = 200;
  private static final Pattern EVENT = Pattern.compile("^events\\[(\\d+)]");

  private final Table table;
  private int sequence; // of the last event that the room has
  private int version; // of the room as it answered last
  private boolean isOpen;
  private boolean wasOpen;
  private OpenRoomRequest opening; // a request that may have reached the server

  Turn(Table table) {
    this.table = table;
  }

  void forget() {
    isOpen = false;
    wasOpen = false;
  }

  void tellIfOpen() {
    try {
      if (isOpen) exchange(table.options.timeMs, null);
    } catch (ThirdseatException error) {
      table.counts.retried++;
    }
  }

  /** Tells what is unsent and answers the move of the bot that is to act. The last {@code told} events are this call's. */
  Move run(int told, Integer chair) throws ThirdseatException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(table.options.timeMs);
    long wait = 10;
    int repairs = 0;
    ThirdseatException refused = null;
    for (long left; (left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) >= 1; ) {
      try {
        return exchange(left, chair);
      } catch (ThirdseatException error) {
        refused = error;
      }
      table.counts.retried++;
      boolean isStale = refused.retry.equals("reread") && !refused.reason.equals("SUPERSEDED");
      if ((isStale || refused.reason.equals("ROOM_NOT_FOUND")) && repairs < REPAIRS_MAX) {
        // The room is not what it should be: it is opened again and told this hand from its deal.
        repairs++;
        isOpen = false;
        continue;
      }
      if (refused.retry.equals("never")) {
        if (!dropEarlier(refused, told)) throw refused;
        continue;
      }
      count();
      if (chair == null && !isBot(table.state.turn())) return null; // Nothing waits: the event goes with the next call.
      if (refused.reason.equals("STORE_UNAVAILABLE")) {
        Move move = stateless(TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()), chair);
        if (move != null) return move;
      }
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      pause(Math.min(refused.retryAfterMs > 0 ? refused.retryAfterMs : wait, left));
      wait = Math.min(2 * wait, WAIT_MAX_MS);
    }
    return decidedHere(chair, refused);
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(Math.max(0, ms));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isBot(Integer chair) {
    return chair != null && table.bots.containsKey(chair);
  }

  /**
   * Whether the server refuses an event of an earlier call, which was kept while no server answered. It will never take it, so it is
   * dropped, and the table goes on without it.
   */
  private boolean dropEarlier(ThirdseatException refused, int told) {
    Matcher place = EVENT.matcher(refused.field);
    if (!place.find() || table.hand == null) return false;
    List<Hand.Event> kept = isOpen ? table.unsent.stream().map(Table.Unsent::from).toList()
        : table.hand.events.subList(table.hand.withDeal(), table.hand.events.size());
    int index = Integer.parseInt(place.group(1));
    if (index >= kept.size() - told || kept.get(index) == null) return false;
    Hand.Event event = kept.get(index);
    table.unsent = new ArrayList<>(table.unsent.stream().filter(one -> one.from() != event).toList());
    table.hand.events = new ArrayList<>(table.hand.events.stream().filter(one -> one != event).toList());
    table.counts.dropped++;
    return true;
  }

  private static DecisionOptions.Builder budget(long left) {
    return DecisionOptions.newBuilder().setBudgetMs((int) Math.max(1, left - REPLY_MARGIN_MS));
  }

  /** One call. Answers a move, null where no bot is to act, or throws. */
  private Move exchange(long left, Integer chair) throws ThirdseatException {
    if (table.unsent.size() > EVENTS_MAX) isOpen = false;
    if (!isOpen && (table.hand == null || table.bots.isEmpty() || table.hand.awaitsWild())) {
      table.unsent.clear(); // A room is opened when a bot sits in a hand and knows its wild cards, and is told that hand then.
      count();
      return null;
    }
    RecordEventsResponse answer;
    if (!isOpen) {
      answer = open(left);
    } else if (chair != null && table.unsent.isEmpty()) {
      RoomTurn room = RoomTurn.newBuilder().setRoomId(table.name).setChair(Hand.chairOf(chair)).setVersion(version).build();
      DecideRequest request = DecideRequest.newBuilder().setRoom(room).setOptions(budget(left)).build();
      Decision decision = table.client.call(stub -> stub.decide(request), left).getDecision();
      return move(chair, decision.getAction(), decision, "");
    } else {
      RecordEventsRequest.Builder request = RecordEventsRequest.newBuilder()
          .setRoomId(table.name).setDecide(table.hand != null).setOptions(budget(left));
      int next = sequence;
      for (Table.Unsent one : table.unsent) request.addEvents(one.told().toBuilder().setSequence(++next));
      answer = table.client.call(stub -> stub.recordEvents(request.build()), left);
    }
    sequence = answer.getSequence();
    version = answer.getVersion();
    table.unsent.clear();
    return answered(answer);
  }

  /** Opens the room with the deal as a snapshot, so that hand and events keep their numbers, and with what followed as events. */
  private RecordEventsResponse open(long left) throws ThirdseatException {
    Hand hand = table.hand;
    int next = sequence + 1 + hand.withDeal();
    OpenRoomRequest.Builder request = OpenRoomRequest.newBuilder()
        .setRoomId(table.name).setRuleset(table.options.ruleset).setCardCodec(table.codec)
        .setStrict(table.options.isStrict).setDecide(true);
    Snapshot.Builder snapshot = request.getSnapshotBuilder().setHandNumber(table.number).setSequence(next);
    for (int chair : table.bots.keySet()) {
      request.addBots(table.seat(chair));
      snapshot.addViews(ChairView.newBuilder().setChair(Hand.chairOf(chair)).setView(hand.view(chair, true)));
    }
    table.players.forEach((chair, id) -> request.addPlayers(PlayerSeat.newBuilder().setChair(Hand.chairOf(chair)).setPlayerId(id)));
    for (Hand.Event event : hand.events.subList(hand.withDeal(), hand.events.size())) {
      request.addEvents(RoomEvent.newBuilder().setSequence(++next).setHandNumber(table.number).setTable(hand.message(event, 0)));
    }
    OpenRoomResponse answer;
    try {
      answer = openAs(request, left);
    } catch (ThirdseatException error) {
      if (!error.reason.equals("ROOM_EXISTS")) throw error;
      // Left over from an earlier process, or from a call whose answer was lost: this table owns the room.
      table.closeRoom(left);
      opening = null;
      answer = openAs(request, left);
    }
    if (wasOpen) table.counts.reopened++;
    isOpen = true;
    wasOpen = true;
    opening = null;
    return answer.getRecorded();
  }

  private OpenRoomResponse openAs(OpenRoomRequest.Builder request, long left) throws ThirdseatException {
    // The same request again keeps its name, so that it opens one room; one that says something else needs a new name.
    request.setRequestId(opening == null ? "" : opening.getRequestId());
    if (!request.build().equals(opening)) {
      opening = request.setRequestId(UUID.randomUUID().toString()).build();
    }
    OpenRoomRequest sent = opening;
    return table.client.call(stub -> stub.openRoom(sent), left);
  }

  private Move answered(RecordEventsResponse answer) throws ThirdseatException {
    TableState now = answer.getState();
    Side winner = now.getScore().getWinner();
    table.state = new State(
        now.getStage().name().substring("STAGE_".length()),
        now.getTurnValue() == 0 ? null : now.getTurnValue() - 1,
        now.getLandlordValue() == 0 ? null : now.getLandlordValue() - 1,
        now.hasMay() ? now.getMay() : null,
        winner == Side.SIDE_UNSPECIFIED ? null : winner == Side.SIDE_LANDLORD ? "landlord" : "peasants",
        now.getScore().getAmountsList(),
        now.getHandNumber());
    if (!answer.hasNext()) return null;
    // Recorded, but not decided in time, whatever the status says in detail: asked again.
    if (answer.getNext().hasStatus()) throw new ThirdseatException("UNAVAILABLE", answer.getNext().getStatus().getMessage());
    Decision decision = answer.getNext().getDecision();
    return move(answer.getNext().getChairValue() - 1, decision.getAction(), decision, "");
  }

  /** Whose turn it is by the helper's own count. */
  private void count() {
    if (table.hand == null) return;
    Hand.Facts facts = table.hand.facts();
    String stage = facts.stage().name().substring("STAGE_".length());
    table.state = new State(stage, facts.turn(), facts.landlord(), null, null, List.of(), table.number);
  }

  /** The rooms are away: the bot is asked with all that it knows. Null where that fails too. */
  private Move stateless(long left, Integer asked) {
    Integer chair = asked == null ? table.state.turn() : asked;
    if (!isBot(chair) || left <= 0) return null;
    Bot bot = table.bots.get(chair);
    DecisionOptions.Builder options = budget(left).setPersona(bot.persona());
    if (bot.seed() != null) options.setHandSeed(bot.seed());
    if (bot.strength() != null) options.setStrength(bot.strength());
    var view = table.hand.view(chair, false).setRuleset(table.options.ruleset).setCardCodec(table.codec);
    DecideRequest request = DecideRequest.newBuilder().setView(view).setOptions(options).build();
    try {
      Decision decision = table.client.call(stub -> stub.decide(request), left).getDecision();
      table.counts.stateless++;
      return move(chair, decision.getAction(), decision, "STORE");
    } catch (ThirdseatException error) {
      return null;
    }
  }

  /** No server answered in time. */
  private Move decidedHere(Integer asked, ThirdseatException refused) throws ThirdseatException {
    Integer chair = asked == null ? table.state.turn() : asked;
    boolean isOurs = table.options.hasLastResort && table.hand != null && isBot(chair);
    Action action = isOurs ? table.hand.lastResort(chair) : null;
    if (action == null) {
      throw refused != null ? refused : new ThirdseatException("DEADLINE_EXCEEDED", "no answer within " + table.options.timeMs + " ms");
    }
    table.counts.local++;
    return move(chair, action, null, "LOCAL");
  }

  private Move move(int chair, Action action, Decision decision, String degraded) {
    table.pending = new Move(table, table.hand, chair, action, decision, degraded);
    return table.pending;
  }
}
