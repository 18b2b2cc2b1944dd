package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;

/** Reads element types. */
final class DTypes {
  private static final int REFERENCE = 100;

  private DTypes() {}

  static DType read(int number) {
    if (number == 0) {
      throw WeirException.invalidArgument("the element type is missing");
    }
    if (number > REFERENCE) {
      throw WeirException.invalidArgument(
          "element type %d is a reference to a %s; only plain types can stand here",
          number, DType.ofNumber(number - REFERENCE));
    }
    return DType.ofNumber(number);
  }
}
