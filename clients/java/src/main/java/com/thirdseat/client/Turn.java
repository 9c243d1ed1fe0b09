package com.thirdseat.client;

import com.thirdseat.client.TableOptions.Bot;
import com.thirdseat.v1.DecideRequest;
import com.thirdseat.v1.Decision;
import com.thirdseat.v1.DecisionOptions;
import com.thirdseat.v1.OpenRoomRequest;
import com.thirdseat.v1.OpenRoomResponse;
import com.thirdseat.v1.PlayerSeat;
import com.thirdseat.v1.RecordEventsRequest;
import com.thirdseat.v1.RecordEventsResponse;
import com.thirdseat.v1.Side;
import com.thirdseat.v1.TableState;
import com.thirdseat.v1.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls of a table within the time limit of a turn, and the repairs. */
final class Turn {
  private static final int EVENTS_MAX = 256;
  private static final int REPAIRS_MAX = 2;
  private static final long REPLY_MARGIN_MS = 20;
  private static final long WAIT_MAX_MS = 200;
  /** The number of this code in gRPC. */
  private static final int INVALID_ARGUMENT = 3;
  private static final Pattern EVENT_FIELD = Pattern.compile("^(hand\\.)?events\\[(\\d+)]");

  private final Table table;
  private int sequence; // of the last event that the room has
  private boolean isOpen;
  private boolean wasOpen;
  private boolean isAway; // set by a turn that failed without a reason
  private OpenRoomRequest opening; // an OpenRoom request that may have reached the server
  private final List<String> warnings = new ArrayList<>(); // warnings for the next move

  Turn(Table table) {
    this.table = table;
  }

  void forget() {
    isOpen = false;
    wasOpen = false;
  }

  boolean isOpen() {
    return isOpen;
  }

  /**
   * Sends the unsent events and returns the next bot's move, or null. The last {@code told} events belong to this call. After a turn that
   * failed without a reason, an event waits only a short time, so that people can go on playing. With {@code isEnd} it does not try again
   * later, because no move is needed.
   */
  Move run(int told, boolean isEnd) throws ThirdseatException {
    long time = isAway && told > 0 ? Math.max(1, table.options.timeMs / 10) : table.options.timeMs;
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(time);
    long wait = 10;
    int repairs = 0;
    int calls = 0;
    var refused = new ThirdseatException("DEADLINE_EXCEEDED", "no answer within " + time + " ms");
    while (msLeft(until) >= 1) {
      try {
        Move move = exchange(until, calls++ > 0);
        isAway = false;
        return move;
      } catch (ThirdseatException error) {
        refused = error;
      }
      boolean isStale = refused.retry.equals("reread") && !refused.reason.equals("SUPERSEDED");
      if ((isStale || refused.reason.equals("ROOM_NOT_FOUND")) && repairs < REPAIRS_MAX) {
        // The room is gone or in another state, so the next attempt does not use it.
        repairs++;
        isOpen = false;
        continue;
      }
      if (refused.retry.equals("never")) {
        if (!dropEarlier(refused, told)) throw refused;
        continue;
      }
      if (isEnd) throw refused;
      table.state = State.unknown(table.number);
      if (refused.reason.equals("STORE_UNAVAILABLE") && table.hand != null) {
        try {
          return decideWithoutRoom(until);
        } catch (ThirdseatException error) {
          if (!error.retry.equals("later")) throw error;
        }
      }
      pause(Math.min(refused.retryAfterMs > 0 ? refused.retryAfterMs : wait, msLeft(until)));
      wait = Math.min(2 * wait, WAIT_MAX_MS);
    }
    isAway = refused.reason.isEmpty(); // A server that refuses a call can be reached.
    throw refused;
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(Math.max(0, ms));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** If the server refuses an event of an earlier call, drops this event and returns true. */
  private boolean dropEarlier(ThirdseatException refused, int told) {
    Matcher place = EVENT_FIELD.matcher(refused.field);
    if (!place.find()) return false;
    boolean isHand = place.group(1) != null;
    List<Table.UnsentEvent> kept = isHand ? table.hand.steps.stream().map(step -> new Table.UnsentEvent(null, step)).toList() : table.unsent;
    int index = Integer.parseInt(place.group(2));
    if (index >= kept.size() - told) return false;
    Table.UnsentEvent gone = kept.get(index);
    table.unsent = new ArrayList<>(table.unsent);
    table.unsent.removeIf(one -> one == gone || one.from() != null && one.from() == gone.from());
    if (table.hand != null) table.hand.drop(gone.from());
    table.counts.dropped++;
    return true;
  }

  /** Returns the milliseconds until a time of {@link System#nanoTime}. */
  private static long msLeft(long until) {
    return TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
  }

  private static DecisionOptions.Builder budget(long until) {
    return DecisionOptions.newBuilder().setBudgetMs((int) Math.max(1, msLeft(until) - REPLY_MARGIN_MS));
  }

  /** Makes one attempt. Returns the move of the answer, or null. */
  private Move exchange(long until, boolean isAgain) throws ThirdseatException {
    if (table.unsent.size() > EVENTS_MAX) isOpen = false;
    if (!isOpen && (table.hand == null || table.bots.isEmpty())) {
      table.unsent.clear(); // Without a hand or a bot there is no room. The room is opened later with the hand.
      table.state = State.unknown(table.number);
      return null;
    }
    if (isAgain) table.counts.retried++;
    RecordEventsResponse answer;
    if (!isOpen) {
      answer = open(until);
    } else {
      RecordEventsRequest.Builder request = RecordEventsRequest.newBuilder()
          .setRoomId(table.name).setDecide(table.hand != null).setOptions(budget(until)).setWantReactions(true);
      if (table.legal != null) request.setLegalPlays(table.legal);
      int next = sequence;
      for (Table.UnsentEvent one : table.unsent) request.addEvents(one.told().toBuilder().setSequence(++next));
      answer = table.client.call(stub -> stub.recordEvents(request.build()), msLeft(until));
    }
    sequence = answer.getSequence();
    table.unsent.clear();
    return readAnswer(answer);
  }

  private RecordEventsResponse open(long until) throws ThirdseatException {
    OpenRoomRequest.Builder request = OpenRoomRequest.newBuilder()
        .setRoomId(table.name).setRuleset(table.options.ruleset).setCardCodec(table.codec).addAllCardNumbers(table.options.numbers)
        .setStrict(table.options.isStrict).setDecide(true)
        .setHand(table.hand.message()).setHandNumber(table.number).setSequence(sequence + table.unsent.size());
    if (table.legal != null) request.setLegalPlays(table.legal);
    table.bots.keySet().forEach(chair -> request.addBots(table.botSeat(chair)));
    table.players.forEach((chair, id) -> request.addPlayers(PlayerSeat.newBuilder().setChair(Hand.chairOf(chair)).setPlayerId(id)));
    RecordEventsResponse answer;
    try {
      answer = openAs(request, until);
    } catch (ThirdseatException error) {
      if (!error.reason.equals("ROOM_EXISTS")) throw error;
      // A room of this name exists, for example from an earlier process. The table owns the name, so it may close the room.
      table.closeRoom(msLeft(until));
      opening = null;
      answer = openAs(request, until);
    }
    if (wasOpen) table.counts.reopened++;
    isOpen = true;
    wasOpen = true;
    opening = null;
    return answer;
  }

  private RecordEventsResponse openAs(OpenRoomRequest.Builder request, long until) throws ThirdseatException {
    // A repeated request keeps its id, so that it opens only one room. A changed request needs a new id.
    request.setRequestId(opening == null ? "" : opening.getRequestId());
    if (!request.build().equals(opening)) {
      opening = request.setRequestId(UUID.randomUUID().toString()).build();
    }
    OpenRoomRequest sent = opening;
    OpenRoomResponse answer = table.client.call(stub -> stub.openRoom(sent), msLeft(until));
    RecordEventsResponse.Builder told = RecordEventsResponse.newBuilder()
        .setSequence(answer.getRoom().getSequence()).setState(answer.getRoom().getState()).addAllWarnings(answer.getWarningsList());
    if (answer.hasNext()) told.setNext(answer.getNext());
    return told.build();
  }

  private Move readAnswer(RecordEventsResponse answer) throws ThirdseatException {
    TableState now = answer.getState();
    Side winner = now.getStakes().getWinner();
    table.state = new State(
        now.getStage().name().substring("STAGE_".length()),
        now.getTurnValue() == 0 ? null : now.getTurnValue() - 1,
        now.getLandlordValue() == 0 ? null : now.getLandlordValue() - 1,
        winner == Side.SIDE_UNSPECIFIED ? null : winner == Side.SIDE_LANDLORD ? "landlord" : "peasants",
        now.getStakes().getAmountsList(),
        now.getHandNumber(),
        answer.getReactionsList(),
        now);
    addWarnings(answer.getWarningsList());
    if (!answer.hasNext()) {
      table.legal = null;
      return null;
    }
    if (answer.getNext().hasStatus()) {
      // The events are recorded, but there is no decision. The client asks again, unless the request was wrong.
      var told = answer.getNext().getStatus();
      if (told.getCode() != INVALID_ARGUMENT) throw new ThirdseatException("UNAVAILABLE", told.getMessage());
      table.legal = null;
      throw new ThirdseatException("INVALID_ARGUMENT", "", told.getMessage(), "", "never", 0);
    }
    return newMove(answer.getNext().getChairValue() - 1, answer.getNext().getDecision(), "");
  }

  /** Asks for the bots one by one, because the rooms are unavailable. Returns the first move, or null. */
  private Move decideWithoutRoom(long until) throws ThirdseatException {
    for (int chair : table.bots.keySet()) {
      Bot bot = table.bots.get(chair);
      DecisionOptions.Builder options = budget(until).setPersona(bot.persona());
      if (bot.seed() != null) options.setHandSeed(bot.seed());
      if (bot.strength() != null) options.setStrength(bot.strength());
      DecideRequest.Builder request = DecideRequest.newBuilder().setChair(Hand.chairOf(chair))
          .setHand(table.hand.viewOf(chair, table.options.ruleset).toBuilder().addAllCardNumbers(table.options.numbers)).setOptions(options);
      if (table.legal != null) request.setLegalPlays(table.legal);
      try {
        Decision decision = table.client.call(stub -> stub.decide(request.build()), msLeft(until));
        if (decision.getAction().hasPassOn() && !table.hand.mustGive(chair)) continue;
        table.counts.stateless++;
        return newMove(chair, decision, "STORE");
      } catch (ThirdseatException error) {
        if (error.retry.equals("later")) throw error;
      }
    }
    return null;
  }

  private void addWarnings(List<Warning> told) {
    told.forEach(one -> warnings.add(one.getRule() + ": " + one.getMessage()));
  }

  private Move newMove(int chair, Decision decision, String degraded) {
    addWarnings(decision.getWarningsList());
    table.pending = new Move(table, chair, decision, degraded, List.copyOf(warnings));
    warnings.clear();
    table.legal = null;
    return table.pending;
  }
}
