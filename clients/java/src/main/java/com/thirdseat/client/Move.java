package com.thirdseat.client;

import com.thirdseat.v1.Action;
import com.thirdseat.v1.Decision;
import java.util.List;

/** The move of a bot. It counts once it is recorded: by {@link #accept}, or by the next event of the table. */
public final class Move {
  public final int chair;
  /** "pass_on", "call", "doubling", "show", "play" or "pass". */
  public final String kind;
  /** The word of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"); else empty. */
  public final String word;
  /** True if the landlord opens the hand. */
  public final boolean show;
  public final Cards cards;
  /** The reading of the combo; null if no reading is given. */
  public final Reading reading;
  /** Advice: the time that a person would have thought. Nothing waits. */
  public final int thinkTimeMs;
  public final String reason;
  /** The reason why a simpler decider answered: "", "OVERLOAD", "BUDGET", "LEGAL_PLAYS", "STORE". */
  public final String degraded;
  /** Sentences for the developer of the backend: rules that events broke since the last move, and the server's warnings about the request. */
  public final List<String> warnings;
  /** The whole answer. */
  public final Decision decision;

  private final Table table;
  /** Null for a gift: the table says who gets it. */
  final Hand.Step step;

  Move(Table table, int chair, Decision decision, String degraded, List<String> warnings) {
    Action action = decision.getAction();
    this.table = table;
    this.chair = chair;
    this.decision = decision;
    this.warnings = warnings;
    thinkTimeMs = decision.getThinkTimeMs();
    reason = decision.getReason().getText();
    boolean isServers = degraded.isEmpty() && decision.getSource().getDegradedValue() != 0;
    this.degraded = isServers ? decision.getSource().getDegraded().name().substring("DEGRADED_".length()) : degraded;
    word = switch (action.getWhatCase()) {
      case CALL -> action.getCall().name().substring("CALL_".length());
      case DOUBLING -> action.getDoubling().name().substring("DOUBLING_".length());
      default -> "";
    };
    show = action.getShow().getOpen();
    var combo = action.getPlay();
    reading = combo.getKind().isEmpty() ? null : new Reading(combo.getKind(), combo.getKey(), combo.getLength(), combo.getStandsFor());
    cards = Cards.of(action.hasPassOn() ? action.getPassOn() : combo.getCards(), table.codec);
    kind = switch (action.getWhatCase()) {
      case PASS_ON -> "pass_on";
      case CALL -> "call";
      case DOUBLING -> "doubling";
      case SHOW -> "show";
      case PLAY -> "play";
      default -> "pass";
    };
    List<Integer> list = action.hasPlay() ? cards.read(table.codec) : List.of();
    step = action.hasPassOn() ? null : new Hand.Step(Hand.acts(chair, action.toBuilder()), list, null);
  }

  /** Records the move. Returns the next bot's move, or null. */
  public Move accept() throws ThirdseatException {
    return table.accept(this);
  }
}
