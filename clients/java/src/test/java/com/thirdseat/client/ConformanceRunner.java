package com.thirdseat.client;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.thirdseat.client.TableOptions.Bot;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs steps of the conformance suite with this client: each line of standard input is a step as JSON, each line of standard output its
 * result. Usage: ConformanceRunner grpc ADDRESS.
 */
public final class ConformanceRunner {
  private final Client client;
  private Table table;
  private Move last;

  private ConformanceRunner(Client client) {
    this.client = client;
  }

  private static Bot bot(JsonElement told) {
    if (told.isJsonPrimitive()) return Bot.of(told.getAsString());
    JsonObject bot = told.getAsJsonObject();
    Long seed = bot.has("seed") ? bot.get("seed").getAsLong() : null;
    return new Bot(bot.get("persona").getAsString(), seed, bot.has("strength") ? bot.get("strength").getAsInt() : null, true, null);
  }

  private static Cards cards(JsonElement told) {
    if (told == null) return Cards.NONE;
    if (told.isJsonPrimitive()) return Cards.text(told.getAsString());
    List<Integer> ids = new ArrayList<>();
    told.getAsJsonArray().forEach(id -> ids.add(id.getAsInt()));
    return Cards.ids(ids);
  }

  private static String text(JsonObject step, String name) {
    return step.has(name) ? step.get(name).getAsString() : "";
  }

  private void openTable(JsonObject step) {
    TableOptions options = new TableOptions().codec(text(step, "codec")).timeMs(Math.round(step.get("time").getAsDouble() * 1000));
    step.getAsJsonObject("bots").entrySet().forEach(bot -> options.bot(Integer.parseInt(bot.getKey()), bot(bot.getValue())));
    if (step.has("ruleset")) options.ruleset(text(step, "ruleset"));
    if (step.has("numbers")) {
      options.numbers(step.getAsJsonArray("numbers").asList().stream().map(JsonElement::getAsInt).toList());
    }
    if (step.has("players")) {
      step.getAsJsonObject("players").entrySet()
          .forEach(player -> options.player(Integer.parseInt(player.getKey()), player.getValue().getAsString()));
    }
    if (step.has("strict") && !step.get("strict").getAsBoolean()) options.lenient();
    table = client.table(text(step, "name"), options);
  }

  private Move run(JsonObject step) throws ThirdseatException {
    int chair = step.has("chair") ? step.get("chair").getAsInt() : 0;
    switch (text(step, "do")) {
      case "table" -> {
        openTable(step);
        return null;
      }
      case "deal" -> {
        Map<Integer, Cards> hands = new TreeMap<>();
        step.getAsJsonObject("hands").entrySet().forEach(hand -> hands.put(Integer.parseInt(hand.getKey()), cards(hand.getValue())));
        if (step.has("landlord")) return table.dealLandlord(step.get("landlord").getAsInt(), cards(step.get("bottom")), hands);
        return table.deal(step.get("first").getAsInt(), hands);
      }
      case "called" -> {
        return table.called(chair, text(step, "call"));
      }
      case "passed_on" -> {
        return table.passedOn(chair, cards(step.get("cards")), step.get("to").getAsInt());
      }
      case "wild_shown" -> {
        return table.wildShown(text(step, "rank"));
      }
      case "landlord" -> {
        return table.landlord(chair, cards(step.get("bottom")));
      }
      case "raised" -> {
        return table.raised(chair, text(step, "doubling"));
      }
      case "shown" -> {
        int factor = step.has("factor") ? step.get("factor").getAsInt() : 0;
        return table.shown(chair, cards(step.get("hand")), factor);
      }
      case "played" -> {
        JsonArray told = step.getAsJsonArray("reading");
        Reading reading = told == null ? null : new Reading(
            told.get(0).getAsString(), told.get(1).getAsString(), told.get(2).getAsInt(), told.get(3).getAsString());
        return table.played(chair, cards(step.get("cards")), reading);
      }
      case "take_over" -> {
        return table.takeOver(chair, bot(step.get("bot")), cards(step.get("hand")));
      }
      case "hand_back" -> {
        return table.handBack(chair, text(step, "player_id"));
      }
      case "accept" -> {
        return last.accept();
      }
      case "said" -> {
        return table.said(chair, step.getAsJsonPrimitive("face").getAsString());
      }
      case "legal_plays" -> {
        List<Cards> plays = new ArrayList<>();
        step.getAsJsonArray("plays").forEach(play -> plays.add(cards(play)));
        table.legalPlays(plays, step.has("may_pass") && step.get("may_pass").getAsBoolean());
        return null;
      }
      case "ask" -> {
        return table.ask();
      }
      case "settled" -> {
        table.settled(step.has("winner") ? text(step, "winner") : null, List.of());
        return null;
      }
      default -> throw new AssertionError("there is no step " + step);
    }
  }

  private Map<String, Object> resultOf(JsonObject step) {
    Map<String, Object> said = new LinkedHashMap<>();
    try {
      Move move = run(step);
      if (move != null) {
        last = move;
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("chair", move.chair);
        told.put("kind", move.kind);
        told.put("value", move.kind.equals("show") ? (Object) move.show : move.word.isEmpty() ? null : move.word);
        told.put("cards", !move.cards.text().isEmpty() ? move.cards.text() : move.cards.ids().isEmpty() ? null : move.cards.ids());
        Reading reading = move.reading;
        told.put("reading", reading == null ? null : List.of(reading.kind(), reading.key(), reading.length(), reading.standsFor()));
        told.put("degraded", move.degraded);
        told.put("warnings", move.warnings);
        said.put("move", told);
      }
    } catch (ThirdseatException error) {
      said.put("error", Map.of("code", error.code, "reason", error.reason, "retry", error.retry, "field", error.field));
    } catch (IllegalArgumentException | IllegalStateException error) {
      said.put("error", Map.of("code", "MISUSE", "reason", "", "retry", "never", "field", "", "message", error.getMessage()));
    }
    if (table != null) {
      State state = table.state();
      Map<String, Object> told = new LinkedHashMap<>();
      told.put("stage", state.stage());
      told.put("turn", state.turn());
      told.put("landlord", state.landlord());
      told.put("winner", state.winner());
      told.put("amounts", state.amounts());
      told.put("hand", state.handNumber());
      told.put("left", state.table() == null ? List.of() : state.table().getCardsLeftList());
      told.put("reactions", state.reactions().stream().map(one -> Map.of("chair", one.getChairValue() - 1, "face",
          one.getEmote().name().substring("EMOTE_".length()), "urges", one.getUrgeAfterMsCount(), "hurries", one.getHurries())).toList());
      said.put("state", told);
      Counts counts = table.counts();
      said.put("counts", Map.of("retried", counts.retried(), "reopened", counts.reopened(), "stateless", counts.stateless(),
          "dropped", counts.dropped()));
    }
    return said;
  }

  public static void main(String[] args) throws Exception {
    Gson gson = new GsonBuilder().serializeNulls().create();
    try (Client client = new Client(args[1])) {
      ConformanceRunner runner = new ConformanceRunner(client);
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line; (line = lines.readLine()) != null; ) {
        System.out.println(gson.toJson(runner.resultOf(JsonParser.parseString(line).getAsJsonObject())));
      }
    }
  }
}
