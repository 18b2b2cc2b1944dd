package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as it needs to be. */
final class Table {
  private final List<String[]> rows = new ArrayList<>();

  Table(String... headings) {
    rows.add(headings);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
