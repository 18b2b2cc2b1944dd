package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.util.List;

/** The slices of a tensor along its first dimension in random order. */
final class RandomShuffle extends Op {
  /** The fewest elements worth another core. */
  private static final long GRAIN = 32 * 1024;

  private final Source source = Source.ofState();

  RandomShuffle() {
    super("RandomShuffle(value: T) -> (output: T) seed:int=0; seed2:int=0; T:type; stateful");
  }

  @Override
  public String notDifferentiable() {
    return "the order it chose is not among its outputs";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor value = context.input(0);
      Shape shape = value.shape();
      if (shape.rank() == 0 || value.elements() == 0 || shape.size(0) == 1) {
        context.set(0, value.reshaped(shape));
        return;
      }
      int count = Math.toIntExact(shape.size(0));
      Words words = new Words(source.reserve(context, spec.attrs(), (count - 1 + 3) / 4));
      copySlices(context, value, permutation(count, words));
    };
  }

  /** Every order equally likely: each place in turn takes one of those that are left. */
  private static int[] permutation(int count, Words words) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    for (int i = 0; i < count - 1; i++) {
      int other = i + (int) words.nextBelow(count - i);
      int taken = order[other];
      order[other] = order[i];
      order[i] = taken;
    }
    return order;
  }

  private static void copySlices(KernelContext context, Tensor value, int[] order) {
    Tensor output = context.allocate(0, value.shape());
    long slice = value.elements() / order.length;
    Buffer in = value.buffer();
    Buffer out = output.buffer();
    context
        .parallel()
        .forRange(
            order.length,
            Math.max(1, GRAIN / slice),
            (from, to) -> {
              for (long i = from; i < to; i++) {
                long taken = order[(int) i];
                switch ((int) Math.min(slice * value.dtype().byteSize(), Integer.MAX_VALUE)) {
                  case Integer.BYTES -> out.setInt(i, in.getInt(taken));
                  case Long.BYTES -> out.setLong(i, in.getLong(taken));
                  default -> output.copyFrom(value, taken * slice, i * slice, slice);
                }
              }
            });
  }
}
