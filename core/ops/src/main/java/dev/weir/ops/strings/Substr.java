package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Broadcast;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.ops.support.Utf8;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Part of every string, from a position on, at most so long; in bytes or in characters of UTF-8. A
 * negative position counts from the end. Strings broadcast with positions and lengths.
 */
final class Substr extends Op {
  Substr() {
    super(
        "Substr(input: string, pos: T, len: T) -> (output: string) T:type in [int32, int64];"
            + " unit:string=\"BYTE\" in [\"BYTE\", \"UTF8_CHAR\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    if (!context.input(1).isCompatibleWith(context.input(2))) {
      throw context.invalid(
          "there must be a length for every position: %s, %s",
          context.describe(1), context.describe(2));
    }
    return Shapes.broadcastInputs(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isBytes = spec.attrs().string("unit").equals("BYTE");
    return context -> cut(context, isBytes);
  }

  private static void cut(KernelContext context, boolean isBytes) {
    Tensor x = context.input(0);
    Tensor positions = context.input(1);
    Tensor lengths = context.input(2);
    Broadcast broadcast = Broadcast.of(x.shape(), positions.shape());
    Tensor y = context.allocate(0, broadcast.shape());
    broadcast.forEachRun(
        (r, i, iStep, j, jStep, count) -> {
          StringLoop.Maker part =
              n -> {
                byte[] bytes = x.getBytes(i + n * iStep);
                long position = positions.getLong(j + n * jStep);
                long length = lengths.getLong(j + n * jStep);
                return isBytes
                    ? bytes(bytes, position, length)
                    : characters(bytes, position, length);
              };
          StringLoop.fill(context, y, r, count, part);
        });
  }

  private static byte[] bytes(byte[] bytes, long position, long length) {
    int from = start(bytes.length, position, bytes);
    return Arrays.copyOfRange(bytes, from, end(from, length, bytes.length));
  }

  private static byte[] characters(byte[] bytes, long position, long length) {
    int[] starts = Utf8.starts(bytes);
    int count = starts.length - 1;
    int from = start(count, position, bytes);
    return Arrays.copyOfRange(bytes, starts[from], starts[end(from, length, count)]);
  }

  private static int start(int count, long position, byte[] bytes) {
    if (position > count || position < -count) {
      throw WeirException.invalidArgument(
          "a position must be in [%d, %d] for \"%s\", got %d",
          -count, count, Utf8.text(bytes), position);
    }
    return (int) (position < 0 ? position + count : position);
  }

  /** A negative length is none at all: it reaches to the end. */
  private static int end(int from, long length, int count) {
    return length < 0 || length > count - from ? count : (int) (from + length);
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
