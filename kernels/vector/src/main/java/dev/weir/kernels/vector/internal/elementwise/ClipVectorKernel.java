package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import jdk.incubator.vector.VectorOperators;

/**
 * {@code ClipByValue}: block by block, first below the upper limits, then above the lower ones.
 * Each is one number, or one for each element; a limit that is NaN has no effect.
 */
final class ClipVectorKernel implements Kernel {
  /** Elements that stay in first-level cache from one limit to the other. */
  private static final int BLOCK = 2048;

  private final BinaryLoop atMost;
  private final BinaryLoop atLeast;
  private final int shift;

  private ClipVectorKernel(BinaryLoop atMost, BinaryLoop atLeast, int shift) {
    this.atMost = atMost;
    this.atLeast = atLeast;
    this.shift = shift;
  }

  static void addTo(KernelTable table) {
    ElementTypes.forEach(
        (dtype, element) -> table.addShared("ClipByValue", dtype, () -> of(element)));
    ElementTypes.Whole whole =
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            table.addShared(
                "ClipByValue", dtype, () -> isUnsigned(dtype) ? unsigned(element) : of(element));
          }
        };
    ElementTypes.forEachOtherWhole(whole);
    ElementTypes.forEachQuantized(whole);
  }

  private static boolean isUnsigned(DType dtype) {
    return dtype.isUnsigned() || dtype == DType.QUINT8 || dtype == DType.QUINT16;
  }

  private static <T> ClipVectorKernel unsigned(Element<T> element) {
    return new ClipVectorKernel(
        BinaryLoop.of(
            new BinaryLoop.Operation<>(
                element,
                (x, high) -> x.lanewise(VectorOperators.UMIN, high),
                ScalarFunctions.Binary.ofWhole(
                    (x, high) -> Long.compareUnsigned(x, high) < 0 ? x : high))),
        BinaryLoop.of(
            new BinaryLoop.Operation<>(
                element,
                (x, low) -> x.lanewise(VectorOperators.UMAX, low),
                ScalarFunctions.Binary.ofWhole(
                    (x, low) -> Long.compareUnsigned(x, low) > 0 ? x : low))),
        element.shift());
  }

  private static <T> ClipVectorKernel of(Element<T> element) {
    return new ClipVectorKernel(
        BinaryLoop.of(
            new BinaryLoop.Operation<>(
                element,
                (x, high) -> x.blend(high, high.compare(VectorOperators.LT, x)),
                new ScalarFunctions.Binary((x, high) -> high < x ? high : x, Math::min))),
        BinaryLoop.of(
            new BinaryLoop.Operation<>(
                element,
                (x, low) -> x.blend(low, x.compare(VectorOperators.LT, low)),
                new ScalarFunctions.Binary((x, low) -> x < low ? low : x, Math::max))),
        element.shift());
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor low = context.input(1);
    Tensor high = context.input(2);
    Tensor y = context.forward(0, 0, x.shape());
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.CHEAP.forRange(
        context,
        x.elements(),
        (from, to) -> {
          for (long at = from; at < to; at += BLOCK) {
            long count = Math.min(BLOCK, to - at);
            limit(atMost, in + (at << shift), high, out + (at << shift), at, count);
            limit(atLeast, out + (at << shift), low, out + (at << shift), at, count);
          }
        });
  }

  private void limit(BinaryLoop loop, long x, Tensor limit, long out, long at, long count) {
    long address = RawMemory.address(limit);
    if (limit.shape().isScalar()) {
      loop.runRightScalar(x, address, out, count);
    } else {
      loop.run(x, address + (at << shift), out, count);
    }
  }
}
