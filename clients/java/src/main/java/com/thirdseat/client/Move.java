package com.thirdseat.client;

import com.thirdseat.v1.Action;
import com.thirdseat.v1.Decision;

/** What a bot does. It counts once it is recorded: by {@link #accept}, or by the next event of the table. */
public final class Move {
  public final int chair;
  /** "pass_on", "call", "doubling", "show", "play" or "pass". */
  public final String kind;
  /** The word of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"); else empty. */
  public final String word;
  /** Whether the landlord opens the hand. */
  public final boolean show;
  public final Cards cards;
  /** How the combo is read; null where nothing says so. */
  public final Reading reading;
  /** Advice: how long a person would have thought. Nothing waits. */
  public final int thinkTimeMs;
  public final String reason;
  /** Why a simpler decider answered: "", "OVERLOAD", "BUDGET", "LEGAL_PLAYS", "STORE"; "LOCAL" where no server did. */
  public final String degraded;
  /** The whole answer; null where no server gave it. */
  public final Decision decision;

  private final Table table;
  final Hand.Event event;

  Move(Table table, Hand hand, int chair, Action action, Decision decision, String degraded) {
    this.table = table;
    this.chair = chair;
    this.decision = decision;
    thinkTimeMs = decision == null ? 0 : decision.getPace().getThinkTimeMs();
    reason = decision == null ? "" : decision.getReason().getText();
    boolean isServers = degraded.isEmpty() && decision != null && decision.getSource().getDegradedValue() != 0;
    this.degraded = isServers ? decision.getSource().getDegraded().name().substring("DEGRADED_".length()) : degraded;
    word = switch (action.getWhatCase()) {
      case CALL -> action.getCall().name().substring("CALL_".length());
      case DOUBLING -> action.getDoubling().name().substring("DOUBLING_".length());
      default -> "";
    };
    show = action.getShow();
    var combo = action.getPlay();
    boolean isPlay = action.hasPlay();
    reading = combo.getKind().isEmpty() ? null : new Reading(combo.getKind(), combo.getKey(), combo.getLength(), combo.getStandsFor());
    cards = isPlay ? hand.cards(combo.getCards()) : action.hasPassOn() ? hand.cards(action.getPassOn()) : Cards.NONE;
    kind = switch (action.getWhatCase()) {
      case PASS_ON -> "pass_on";
      case CALL -> "call";
      case DOUBLING -> "doubling";
      case SHOW -> "show";
      case PLAY -> "play";
      default -> "pass";
    };
    event = switch (action.getWhatCase()) {
      case PASS_ON -> Hand.Event.cards("passed_on", chair, hand.read(cards));
      case CALL -> Hand.Event.word("called", chair, action.getCallValue());
      case DOUBLING -> Hand.Event.word("raised", chair, action.getDoublingValue());
      case SHOW -> Hand.Event.cards("shown", chair, show ? hand.held(chair) : java.util.List.of());
      default -> new Hand.Event("played", chair, 0, hand.read(cards), reading, "");
    };
  }

  /** Records the move. Answers the next bot's move, or null. */
  public Move accept() throws ThirdseatException {
    return table.accept(this);
  }
}
