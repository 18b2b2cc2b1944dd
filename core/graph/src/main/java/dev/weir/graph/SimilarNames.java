package dev.weir.graph;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant by one that does not exist. */
final class SimilarNames {
  /** One typing error is allowed for so many letters. */
  private static final int LETTERS_PER_ERROR = 3;

  private static final int MOST_ERRORS = 2;

  private SimilarNames() {}

  /** A name in other case or in another scope, else the one with the fewest typing errors. */
  static @Nullable String nearest(String name, Collection<String> names) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    String nearest = null;
    int fewest = Math.min(MOST_ERRORS, name.length() / LETTERS_PER_ERROR) + 1;
    for (String known : names) {
      if (known.equalsIgnoreCase(name) || known.endsWith("/" + last)) {
        return known;
      }
      if (Math.abs(known.length() - name.length()) < fewest) {
        int errors = distance(name, known);
        if (errors < fewest) {
          nearest = known;
          fewest = errors;
        }
      }
    }
    return nearest;
  }

  /** The Levenshtein distance: letters inserted, removed or replaced. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
