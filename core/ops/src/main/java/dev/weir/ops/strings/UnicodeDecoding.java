package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The code points of every string, one after the other, and where those of each string begin and
 * end. Bytes that are no characters are refused, replaced or left out.
 */
abstract class UnicodeDecoding extends Op {
  private final boolean hasOffsets;

  /**
   * @param hasOffsets whether a third output says at which byte of its string each character begins
   */
  UnicodeDecoding(String signature, boolean hasOffsets) {
    super(signature);
    this.hasOffsets = hasOffsets;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    long count = context.input(0).elements();
    List<Shape> shapes = new ArrayList<>();
    shapes.add(Shape.of(count == Shape.UNKNOWN_SIZE ? count : count + 1));
    shapes.add(Shape.unknownOfRank(1));
    if (hasOffsets) {
      shapes.add(Shape.unknownOfRank(1));
    }
    return shapes;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    CodePoints reader = new CodePoints(spec.attrs().string("input_encoding"));
    UnicodeErrors errors = UnicodeErrors.of(spec.attrs());
    return context -> decode(context, reader, errors);
  }

  private void decode(KernelContext context, CodePoints reader, UnicodeErrors errors) {
    Tensor x = context.input(0);
    Tensor splits = context.allocate(0, Shape.of(x.elements() + 1));
    GrowingInts values = new GrowingInts();
    GrowingInts offsets = new GrowingInts();
    splits.setLong(0, 0);
    for (long i = 0; i < x.elements(); i++) {
      decode(x.getBytes(i), reader, errors, values, offsets);
      splits.setLong(i + 1, values.size());
    }
    values.copyTo(context.allocate(1, Shape.of(values.size())));
    if (hasOffsets) {
      offsets.copyTo(context.allocate(2, Shape.of(offsets.size())));
    }
  }

  private static void decode(
      byte[] bytes,
      CodePoints reader,
      UnicodeErrors errors,
      GrowingInts values,
      GrowingInts offsets) {
    int[] position = {0};
    reader.forEach(
        bytes,
        (codePoint, length, isMalformed) -> {
          if (isMalformed && errors.isStrict()) {
            throw UnicodeErrors.refusal(bytes);
          }
          boolean isReplaced = errors.concerns(codePoint, isMalformed);
          if (!isReplaced || !errors.isIgnored()) {
            values.add(isReplaced ? errors.replacement() : codePoint);
            offsets.add(position[0]);
          }
          position[0] += length;
        });
  }

  @Override
  public final String notDifferentiable() {
    return "it works on strings";
  }
}
