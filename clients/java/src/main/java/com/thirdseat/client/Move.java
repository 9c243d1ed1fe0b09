package com.thirdseat.client;

import com.thirdseat.v1.Action;
import com.thirdseat.v1.Decision;
import java.util.List;

/** The move of a bot. Record it with {@link #accept}, or with {@link Table#passedOn} if it is a gift. */
public final class Move {
  public final int chair;
  /** The kind of move: "pass_on", "call", "doubling", "show", "play" or "pass". */
  public final String kind;
  /** The name of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"); otherwise empty. */
  public final String word;
  /** True if the bot opens its hand. */
  public final boolean show;
  public final Cards cards;
  /** The reading of the combo; null if no reading is given. */
  public final Reading reading;
  /** The time that a person would think, in milliseconds. This is advice: the client does not wait. */
  public final int thinkTimeMs;
  public final String reason;
  /**
   * The reason why this is not the persona's usual answer: "OVERLOAD", "BUDGET" or "LEGAL_PLAYS"; "STORE" if the room may not remember it;
   * otherwise empty.
   */
  public final String degraded;
  /** Warnings as sentences, for the developer of the backend: about events since the last move that broke rules, and about the request. */
  public final List<String> warnings;
  public final Decision decision;

  private final Table table;
  /** Null for a gift: only the table knows which chair gets it. */
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
    step = action.hasPassOn() ? null : new Hand.Step(Hand.actionEvent(chair, action.toBuilder()), list, null);
  }

  /** Records the move and returns the next bot's move, or null. For an outdated move, returns the pending one, or null. */
  public Move accept() throws ThirdseatException {
    return table.accept(this);
  }
}
