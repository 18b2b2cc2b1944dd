package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.terminal.GreyArt;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What people see of an {@link Evaluation}. */
final class DigitsReport {
  private static final int IN_A_ROW = 3;
  private static final int ROWS = 2;
  private static final int MARGIN = 2; // pictures have nothing there, and three fit 80 columns

  private final Terminal terminal;

  DigitsReport(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Accuracy, who is taken for whom, and some that were misread. */
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
    for (int guess = 0; guess < confusion.length; guess++) {
      text.append(String.format(Locale.ROOT, "%6d", guess));
    }
    text.append('\n');
    for (int label = 0; label < confusion.length; label++) {
      text.append(String.format(Locale.ROOT, "  is %d  ", label));
      for (int guess = 0; guess < confusion.length; guess++) {
        int count = confusion[label][guess];
        String cell = String.format(Locale.ROOT, "%6s", count == 0 ? "." : count);
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
    for (int row = 0; row < ROWS && row * IN_A_ROW < misread.size(); row++) {
      List<List<String>> pictures = new ArrayList<>();
      List<String> captions = new ArrayList<>();
      int last = Math.min(misread.size(), (row + 1) * IN_A_ROW);
      for (Evaluation.Misread each : misread.subList(row * IN_A_ROW, last)) {
        pictures.add(
            GreyArt.of(
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
      text.append(GreyArt.row(pictures, captions));
    }
    return text.toString();
  }
}
