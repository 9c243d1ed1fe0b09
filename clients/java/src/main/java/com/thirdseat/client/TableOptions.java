package com.thirdseat.client;

import com.thirdseat.v1.SeatMatch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of a table. Chairs are 0, 1 and 2. */
public final class TableOptions {
  String ruleset = "classic";
  String codec = "";
  List<Integer> numbers = List.of();
  boolean isStrict = true;
  long timeMs = 3000;
  Map<Integer, Bot> bots = new TreeMap<>();
  Map<Integer, String> players = new TreeMap<>();

  /** Seats a bot on this chair, by its persona's name. */
  public TableOptions bot(int chair, String persona) {
    return bot(chair, Bot.of(persona));
  }

  public TableOptions bot(int chair, Bot bot) {
    bots.put(chair, bot);
    return this;
  }

  /** Sets the name of a player, under which the server counts the player's habits. */
  public TableOptions player(int chair, String id) {
    players.put(chair, id);
    return this;
  }

  /** Sets the ruleset, a name with overrides; "classic" by default. */
  public TableOptions ruleset(String told) {
    ruleset = told;
    return this;
  }

  /** Sets the codec of the table's cards, for example "RANKS_FROM_0"; text by default. */
  public TableOptions codec(String told) {
    codec = told;
    return this;
  }

  /** Sets your own numbers of the codec "OWN": of 3♠ 3♥ 3♣ 3♦, then the 4s … the 2s, the small joker, the big one. */
  public TableOptions numbers(List<Integer> told) {
    numbers = List.copyOf(told);
    return this;
  }

  /** Lets the server accept events that break the ruleset. By default it refuses them. */
  public TableOptions lenient() {
    isStrict = false;
    return this;
  }

  /** Sets the time limit for a turn; three seconds by default. */
  public TableOptions timeMs(long told) {
    timeMs = told;
    return this;
  }

  /**
   * The bot that sits down. The seed is that of its random choices. A strength (0 to 100) replaces the persona's. {@code matching}
   * names the players whose level the strength follows. These three may be null.
   */
  public record Bot(String persona, Long seed, Integer strength, boolean disclosed, SeatMatch matching) {
    public static Bot of(String persona) {
      return new Bot(persona, null, null, true, null);
    }
  }
}
