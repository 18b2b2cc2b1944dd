package dev.weir.ops.array.index;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Keys;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The elements of {@code x} that are not in {@code y}, in order, and where in x they are. */
final class ListDiff extends Op {
  ListDiff() {
    super(
        "ListDiff(x: T, y: T) -> (out: T, idx: out_idx) T:type; out_idx:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    context.requireRank(1, 1);
    return List.of(Shape.of(-1), Shape.of(-1));
  }

  @Override
  public String notDifferentiable() {
    return "it picks elements by comparing them";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.input(1);
      Set<Object> excluded = new HashSet<>();
      for (long i = 0; i < y.elements(); i++) {
        excluded.add(Keys.of(y, i));
      }
      long[] left =
          LongStream.range(0, x.elements())
              .filter(i -> !excluded.contains(Keys.of(x, i)))
              .toArray();
      Tensor out = context.allocate(0, Shape.of(left.length));
      Tensor positions = context.allocate(1, Shape.of(left.length));
      for (int n = 0; n < left.length; n++) {
        out.copyFrom(x, left[n], n, 1);
        positions.setLong(n, left[n]);
      }
    };
  }
}
