package dev.weir.bench.harness;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/**
 * Results as rows: Weir's figure, how it compares with the best peer as a number and as a bar whose
 * middle is a draw, then what else is known.
 */
final class Rows {
  private static final int HALF_BAR = 5;
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final boolean isColored;

  Rows(boolean isColored) {
    this.isColored = isColored;
  }

  String row(BenchResult result) {
    StringJoiner more = new StringJoiner("  ");
    result.peers().forEach((name, figure) -> more.add(name + " " + figure(figure)));
    if (result.limit() != null) {
      more.add("limit " + figure(result.limit()));
    }
    for (Map.Entry<String, Double> extra : result.extras().entrySet()) {
      more.add(extra.getKey() + " " + figure(extra.getValue()));
    }
    result.labels().forEach((name, text) -> more.add(name + " " + text));
    result.notes().forEach((peer, note) -> more.add("(" + peer + ": " + note + ")"));
    String weir = figure(result.weir()) + " " + result.unit();
    return String.format(
            Locale.ROOT, "%-34s %22s  %s  %s", result.name(), weir, comparison(result), more)
        .stripTrailing();
  }

  private String comparison(BenchResult result) {
    OptionalDouble ratio = result.ratio();
    if (ratio.isEmpty()) {
      return " ".repeat(9 + 1 + 2 * HALF_BAR);
    }
    double value = ratio.getAsDouble();
    String text = String.format(Locale.ROOT, "%9s %s", figure(value) + "x", bar(value));
    return isColored ? (value >= 1 ? GREEN : RED) + text + PLAIN : text;
  }

  /** Half full at a draw, full from twice as good on. */
  static String bar(double ratio) {
    int filled = Math.clamp(Math.round(ratio * HALF_BAR), 0, 2 * HALF_BAR);
    return "█".repeat(filled) + "░".repeat(2 * HALF_BAR - filled);
  }

  /** Three or four digits, thousands marked. */
  static String figure(double value) {
    double size = Math.abs(value);
    if (size != 0 && size < 0.01) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
