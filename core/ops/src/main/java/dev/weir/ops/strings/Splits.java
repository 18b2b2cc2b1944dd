package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;

/** Where rows begin and end, as positions in one long vector. */
final class Splits {
  private Splits() {}

  /** Refuses splits that do not ascend from 0 to the number of elements. */
  static void check(Tensor splits, String name, long count) {
    long previous = 0;
    for (long i = 0; i < splits.elements(); i++) {
      long split = splits.getLong(i);
      boolean isLast = i == splits.elements() - 1;
      if (split < previous
          || split > count
          || (i == 0 && split != 0)
          || (isLast && split != count)) {
        throw WeirException.invalidArgument(
            "splits must ascend from 0 to the number of elements, %d: %s[%d] is %d",
            count, name, i, split);
      }
      previous = split;
    }
  }
}
