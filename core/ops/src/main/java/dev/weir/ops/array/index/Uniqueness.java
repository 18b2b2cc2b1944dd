package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The different elements of a vector, or the different slices of a tensor along an axis, in the
 * order in which each occurs first, and for every element the position of its like among them. NaN
 * is like nothing; the two zeros are alike.
 */
abstract class Uniqueness extends Op {
  private final boolean hasAxis;
  private final boolean hasCounts;

  /**
   * @param hasAxis whether input 1 is a vector with an axis, or nothing
   * @param hasCounts whether a third output counts how often each occurs
   */
  Uniqueness(String signature, boolean hasAxis, boolean hasCounts) {
    super(signature);
    this.hasAxis = hasAxis;
    this.hasCounts = hasCounts;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape shape = context.input(0);
    List<Shape> shapes = new ArrayList<>();
    shapes.add(hasAxis ? ofSameRank(shape) : Shape.unknownOfRank(1));
    Tensor axis = hasAxis ? context.constant(1) : null;
    if (hasAxis) {
      Shape axisShape = context.requireRank(1, 1);
      if (axisShape.size(0) > 1) {
        throw context.invalid("axis must be one number or none: %s", context.describe(1));
      }
    }
    if (hasAxis && axis == null || !shape.hasRank()) {
      shapes.add(hasAxis ? Shape.unknownOfRank(1) : context.requireRank(0, 1));
    } else {
      int d = axis(context.requireRankAtLeast(0, 1), axis);
      shapes.add(Shape.of(shape.size(d)));
    }
    if (hasCounts) {
      shapes.add(Shape.unknownOfRank(1));
    }
    return shapes;
  }

  private static Shape ofSameRank(Shape shape) {
    return shape.hasRank() ? Shape.unknownOfRank(shape.rank()) : shape;
  }

  private static int axis(Shape shape, @Nullable Tensor axis) {
    if (axis != null && axis.elements() == 1) {
      return Shapes.axis(axis.getLong(0), shape.rank());
    }
    if (shape.rank() != 1) {
      throw WeirException.invalidArgument(
          "without an axis the input must be a vector, got a tensor of shape %s", shape);
    }
    return 0;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return this::find;
  }

  private void find(KernelContext context) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    int axis = axis(shape, hasAxis ? context.input(1) : null);
    long count = shape.size(axis);
    Tensor places = context.allocate(1, Shape.of(count));
    Map<Object, Integer> seen = new HashMap<>();
    List<Long> firsts = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    Slices slices = new Slices(x, axis);
    for (long n = 0; n < count; n++) {
      int place = seen.computeIfAbsent(slices.key(n), key -> firsts.size());
      if (place == firsts.size()) {
        firsts.add(n);
        counts.add(0L);
      }
      counts.set(place, counts.get(place) + 1);
      places.setLong(n, place);
    }
    Tensor y = context.allocate(0, shape.withSize(axis, firsts.size()));
    for (int n = 0; n < firsts.size(); n++) {
      slices.copy(firsts.get(n), y, n, firsts.size());
    }
    if (hasCounts) {
      Tensor out = context.allocate(2, Shape.of(counts.size()));
      for (int n = 0; n < counts.size(); n++) {
        out.setLong(n, counts.get(n));
      }
    }
  }

  @Override
  public final String notDifferentiable() {
    return "which elements are alike does not change smoothly";
  }
}
