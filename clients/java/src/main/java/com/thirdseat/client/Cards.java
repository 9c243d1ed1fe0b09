package com.thirdseat.client;

import com.thirdseat.v1.CardCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cards of a table in its form: letters ("34456789TJQKKA22X"), or numbers in its codec. */
public record Cards(String text, List<Integer> ids) {
  public static final Cards NONE = new Cards("", List.of());

  /** Makes cards of letters. */
  public static Cards text(String text) {
    return new Cards(text, List.of());
  }

  /** Makes cards of numbers in the table's codec. */
  public static Cards ids(List<Integer> ids) {
    return new Cards("", List.copyOf(ids));
  }

  /** Returns the cards in the form of the table; empty for no cards. */
  @Override
  public String toString() {
    return ids.isEmpty() ? text : ids.toString();
  }

  static CardCodec codec(String name) {
    if (name.isEmpty()) return CardCodec.CARD_CODEC_UNSPECIFIED;
    try {
      return CardCodec.valueOf("CARD_CODEC_" + name);
    } catch (IllegalArgumentException unknown) {
      var names = CardCodec.getDescriptor().getValues().stream().skip(1).map(one -> one.getName().substring("CARD_CODEC_".length())).toList();
      throw new IllegalArgumentException("codec \"" + name + "\" is none of " + String.join(", ", names), unknown);
    }
  }

  /** Returns a list with one number for each card: the codec's number, the code of a letter, or, for counts, the rank. */
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
    int[] counts = new int[15];
    list.forEach(rank -> counts[rank]++);
    return ids(Arrays.stream(counts).boxed().toList());
  }

  static com.thirdseat.v1.Cards message(List<Integer> list, CardCodec codec) {
    Cards cards = write(list, codec);
    return com.thirdseat.v1.Cards.newBuilder().setText(cards.text).addAllIds(cards.ids).build();
  }

  static List<Integer> plus(List<Integer> list, List<Integer> more) {
    List<Integer> both = new ArrayList<>(list);
    both.addAll(more);
    return both;
  }

  static Cards of(com.thirdseat.v1.Cards told, CardCodec codec) {
    boolean isText = codec == CardCodec.CARD_CODEC_UNSPECIFIED;
    return isText ? text(told.getText().replace("+", "")) : ids(told.getIdsList());
  }

  static List<Integer> minus(List<Integer> list, List<Integer> gone) {
    List<Integer> left = new ArrayList<>(list);
    gone.forEach(left::remove);
    return left;
  }
}
