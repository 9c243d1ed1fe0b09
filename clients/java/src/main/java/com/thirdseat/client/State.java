package com.thirdseat.client;

import com.thirdseat.v1.Reaction;
import com.thirdseat.v1.TableState;
import java.util.List;

/**
 * The state of the hand.
 *
 * @param stage "WILD" if the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER" or
 * "REDEAL" if no player wanted to be the landlord, so that you must deal again; "UNSPECIFIED" before the first deal, and if the
 * room did not answer when a move was needed
 * @param turn a chair, or null
 * @param landlord a chair, or null
 * @param winner the winner in the stakes: "landlord", "peasants" or null
 * @param amounts if there is a winner, the points of each chair by the ruleset, at a base of 1
 * @param handNumber the number of the hand
 * @param reactions the emotes and urgings of the bots
 * @param table the whole state, for example with the standing combo and the cards left; null while the stage is UNSPECIFIED
 */
public record State(
    String stage, Integer turn, Integer landlord, String winner, List<Long> amounts, int handNumber,
    List<Reaction> reactions, TableState table) {
  static State unknown(int handNumber) {
    return new State("UNSPECIFIED", null, null, null, List.of(), handNumber, List.of(), null);
  }
}
