package dev.weir.kernels.vector.internal.rank;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/** {@code ListDiff} and {@code InvertPermutation}. */
final class PositionVectorKernels {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private PositionVectorKernels() {}

  static void addDifference(KernelTable table, DType dtype) {
    table.addShared("ListDiff", dtype, () -> difference(dtype));
  }

  static void addInversions(KernelTable table) {
    table.addShared("InvertPermutation", DType.INT32, () -> PositionVectorKernels::invertInts);
    table.addShared("InvertPermutation", DType.INT64, () -> PositionVectorKernels::invertLongs);
  }

  private static Kernel difference(DType dtype) {
    HashLoop loop = HashLoop.of(dtype);
    ScalarType element = ScalarType.of(dtype);
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.input(1);
      ElementTable excluded = new ElementTable();
      loop.addAll(RawMemory.address(y), Math.toIntExact(y.elements()), excluded);
      int[] left = new int[Math.toIntExact(x.elements())];
      long in = RawMemory.address(x);
      int count = loop.missing(in, left.length, excluded, left);
      long out = RawMemory.address(context.allocate(0, Shape.of(count)));
      Tensor places = context.allocate(1, Shape.of(count));
      ScalarType index = ScalarType.of(places.dtype());
      long positions = RawMemory.address(places);
      for (int n = 0; n < count; n++) {
        element.setBits(element.at(out, n), element.bits(element.at(in, left[n])));
        index.setBits(index.at(positions, n), left[n]);
      }
    };
  }

  private static void invertInts(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    RawMemory.bytes(y).fill((byte) -1);
    int count = Math.toIntExact(x.elements());
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    for (int i = 0; i < count; i++) {
      int place = RawMemory.ALL.get(INT, in + (long) i * Integer.BYTES);
      long target = out + (long) place * Integer.BYTES;
      if (place < 0 || place >= count || RawMemory.ALL.get(INT, target) >= 0) {
        throw refused(count, i, place);
      }
      RawMemory.ALL.set(INT, target, i);
    }
  }

  private static void invertLongs(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    RawMemory.bytes(y).fill((byte) -1);
    int count = Math.toIntExact(x.elements());
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    for (int i = 0; i < count; i++) {
      long place = RawMemory.ALL.get(LONG, in + (long) i * Long.BYTES);
      long target = out + place * Long.BYTES;
      if (place < 0 || place >= count || RawMemory.ALL.get(LONG, target) >= 0) {
        throw refused(count, i, place);
      }
      RawMemory.ALL.set(LONG, target, i);
    }
  }

  private static WeirException refused(int count, int i, long place) {
    return WeirException.invalidArgument(
        "x must name each position in [0, %d) once, x[%d] is %d", count, i, place);
  }
}
