package dev.weir.ops.strings;

import dev.weir.graph.Algebra;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import java.util.function.UnaryOperator;

/** Every string without white space at both ends. */
final class StringStrip extends StringMap {
  StringStrip() {
    super("StringStrip(input: string) -> (output: string)");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    return Ascii::strip;
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }
}
