package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.terminal.GrayArt;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The text of an {@link Evaluation}. */
final class DigitsReport {
  private static final int SHOWN = 6;
  private static final int MARGIN = 2; // pictures have nothing there, and three fit 80 columns

  private static final int GAP = 2;
  private static final int HEAD = 8; // what stands before a row of the matrix

  private final Terminal terminal;

  DigitsReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The accuracy, the confusion matrix, and some digits that were misread. */
  String of(Evaluation evaluation, DigitSet set) {
    String accuracy =
        String.format(
            Locale.ROOT,
            "%.2f %%  (%d of %d digits it had not seen)",
            100 * evaluation.accuracy(),
            evaluation.right(),
            evaluation.total());
    return "test accuracy  "
        + terminal.strong(accuracy)
        + "\n\n"
        + matrix(evaluation.confusion())
        + misread(evaluation.misread(), set);
  }

  String matrix(int[][] confusion) {
    StringBuilder text = new StringBuilder("read as ");
    int most = Arrays.stream(confusion).flatMapToInt(Arrays::stream).max().orElse(0);
    int least = 1 + String.valueOf(most).length();
    int width = Math.clamp((terminal.columns() - HEAD) / confusion.length, least, 6);
    String format = "%" + width + "s";
    for (int guess = 0; guess < confusion.length; guess++) {
      text.append(String.format(Locale.ROOT, format, guess));
    }
    text.append('\n');
    for (int label = 0; label < confusion.length; label++) {
      text.append(String.format(Locale.ROOT, "  is %d  ", label));
      for (int guess = 0; guess < confusion.length; guess++) {
        int count = confusion[label][guess];
        String cell = String.format(Locale.ROOT, format, count == 0 ? "." : count);
        text.append(paint(cell, count, label == guess));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String paint(String cell, int count, boolean isRight) {
    if (count == 0) {
      return terminal.faint(cell);
    }
    return isRight ? terminal.good(cell) : terminal.bad(cell);
  }

  private String misread(List<Evaluation.Misread> misread, DigitSet set) {
    if (misread.isEmpty()) {
      return "\nnone was misread\n";
    }
    StringBuilder text = new StringBuilder("\nmisread, for example\n");
    int inRow = Math.clamp((terminal.columns() + GAP) / (DigitSet.SIDE - 2 * MARGIN + GAP), 1, 3);
    int shown = Math.min(SHOWN, misread.size());
    for (int first = 0; first < shown; first += inRow) {
      List<List<String>> pictures = new ArrayList<>();
      List<String> captions = new ArrayList<>();
      for (Evaluation.Misread each : misread.subList(first, Math.min(shown, first + inRow))) {
        pictures.add(
            GrayArt.of(
                (y, x) -> set.pixel(each.picture(), y, x),
                DigitSet.SIDE,
                MARGIN,
                terminal.hasBlocks()));
        captions.add(
            String.format(
                Locale.ROOT,
                "%d, read as %d (%.0f %%)",
                each.label(),
                each.guess(),
                100 * each.probability()));
      }
      text.append(GrayArt.row(pictures, captions));
    }
    return text.toString();
  }
}
