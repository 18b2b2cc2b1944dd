package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A string of each row of code points, in an encoding of Unicode; rows are given by where each
 * begins and ends. What is no code point is refused, replaced or left out.
 */
final class UnicodeEncode extends Op {
  UnicodeEncode() {
    super(
        "UnicodeEncode(input_values: int32, input_splits: Tsplits) -> (output: string)"
            + " errors:string=\"replace\" in [\"ignore\", \"replace\", \"strict\"];"
            + " output_encoding:string in [\"UTF-8\", \"UTF-16-BE\", \"UTF-32-BE\"];"
            + " replacement_char:int=65533; Tsplits:type=int64 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    long splits = context.requireRank(1, 1).size(0);
    if (splits == 0) {
      throw context.invalid("there must be at least one split: %s", context.describe(1));
    }
    return List.of(Shape.of(splits == Shape.UNKNOWN_SIZE ? splits : splits - 1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Charset charset = CodePoints.charset(spec.attrs().string("output_encoding"));
    UnicodeErrors errors = UnicodeErrors.of(spec.attrs());
    return context -> encode(context, charset, errors);
  }

  private static void encode(KernelContext context, Charset charset, UnicodeErrors errors) {
    Tensor values = context.input(0);
    Tensor splits = context.input(1);
    Splits.check(splits, "input_splits", values.elements());
    long rows = splits.elements() - 1;
    Tensor out = context.allocate(0, Shape.of(rows));
    for (long row = 0; row < rows; row++) {
      StringBuilder text = new StringBuilder();
      for (long i = splits.getLong(row); i < splits.getLong(row + 1); i++) {
        append(text, (int) values.getLong(i), errors);
      }
      out.setBytes(row, text.toString().getBytes(charset));
    }
  }

  private static void append(StringBuilder text, int value, UnicodeErrors errors) {
    if (Character.isValidCodePoint(value)) {
      text.appendCodePoint(value);
    } else if (errors.isStrict()) {
      throw WeirException.invalidArgument("not a code point: %d", value);
    } else if (!errors.isIgnored()) {
      text.appendCodePoint(errors.replacement());
    }
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
