package com.thirdseat.client;

import com.thirdseat.v1.CardCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cards as a table writes them: letters ("34456789TJQKKA22X"), or numbers in its codec. */
public record Cards(String text, List<Integer> ids) {
  /** No cards: a pass. */
  public static final Cards NONE = new Cards("", List.of());

  private static final String RANKS = "3456789TJQKA2XD";

  /** Cards as letters. */
  public static Cards text(String text) {
    return new Cards(text, List.of());
  }

  /** Cards as numbers in the table's codec. */
  public static Cards ids(List<Integer> ids) {
    return new Cards("", List.copyOf(ids));
  }

  static CardCodec codec(String name) {
    if (name.isEmpty()) return CardCodec.CARD_CODEC_UNSPECIFIED;
    try {
      return CardCodec.valueOf("CARD_CODEC_" + name);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException("there is no codec " + name, unknown);
    }
  }

  /** A list with one number for each card: a codec's number, a letter's code, or a rank for counts. */
  List<Integer> read(CardCodec codec) {
    boolean isText = codec == CardCodec.CARD_CODEC_UNSPECIFIED;
    if (isText ? !ids.isEmpty() : !text.isEmpty()) {
      throw new IllegalArgumentException("cards " + this + " do not fit a table with the codec " + codec);
    }
    if (isText) {
      return new ArrayList<>(text.replace("10", "T").replaceAll("[ ,+]", "").chars().boxed().toList());
    }
    if (codec == CardCodec.CARD_CODEC_COUNTS_15) {
      List<Integer> list = new ArrayList<>();
      for (int rank = 0; rank < ids.size(); rank++) {
        for (int count = 0; count < ids.get(rank); count++) list.add(rank);
      }
      return list;
    }
    return new ArrayList<>(ids);
  }

  static Cards write(List<Integer> list, CardCodec codec) {
    if (codec == CardCodec.CARD_CODEC_UNSPECIFIED) {
      StringBuilder text = new StringBuilder();
      list.forEach(letter -> text.append((char) letter.intValue()));
      return text(text.toString());
    }
    if (codec != CardCodec.CARD_CODEC_COUNTS_15 || list.isEmpty()) return ids(list);
    int[] counts = new int[RANKS.length()];
    list.forEach(rank -> counts[rank]++);
    return ids(Arrays.stream(counts).boxed().toList());
  }

  static com.thirdseat.v1.Cards message(List<Integer> list, CardCodec codec) {
    Cards cards = write(list, codec);
    return com.thirdseat.v1.Cards.newBuilder().setText(cards.text).addAllIds(cards.ids).build();
  }

  /** The cards without those that are gone. */
  static List<Integer> minus(List<Integer> list, List<Integer> gone) {
    List<Integer> left = new ArrayList<>(list);
    gone.forEach(left::remove);
    return left;
  }

  /** How high a rank is: a place in the ranks from 3 to the big joker. */
  static int height(String rank) {
    return RANKS.indexOf(rank);
  }

  /** How high a card is: the height of its rank. */
  static int height(int card, CardCodec codec) {
    return switch (codec) {
      case CARD_CODEC_UNSPECIFIED, CARD_CODEC_RANK_TEXT -> RANKS.indexOf(card);
      case CARD_CODEC_COUNTS_15 -> card;
      case CARD_CODEC_DOUZERO -> card <= 14 ? card - 3 : List.of(17, 20, 30).indexOf(card) + 12;
      case CARD_CODEC_RANKS_FROM_0 -> card >= 52 ? card - 39 : card / 4;
      case CARD_CODEC_SUITS_KING_FROM_1 -> card >= 53 ? card - 40 : (card + 9) % 13;
      case CARD_CODEC_SUITS_ACE_FROM_1 -> card >= 53 ? card - 40 : (card + 10) % 13;
      default -> card >= 52 ? card - 39 : (card + 11) % 13;
    };
  }
}
