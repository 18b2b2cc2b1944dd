package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What ops that join tensors along a dimension have in common. */
abstract class Joining extends Op {
  private final int axisInput;
  private final int firstValue;

  /**
   * @param axisInput which input says along which dimension; -1 for the last
   * @param firstValue where the tensors start
   */
  Joining(String signature, int axisInput, int firstValue) {
    super(signature);
    this.axisInput = axisInput;
    this.firstValue = firstValue;
  }

  private int axisInput(int inputCount) {
    return axisInput < 0 ? inputCount - 1 : axisInput;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int count = context.inputCount() - 1;
    Shape first = firstOfKnownRank(context, count);
    Long axis = Sizes.value(context, axisInput(context.inputCount()));
    if (!first.hasRank()) {
      return List.of(Shape.unknown());
    }
    if (first.rank() == 0) {
      throw context.invalid("scalars cannot be joined, stack them: %s", describe(context, 0));
    }
    int d = axis == null ? -1 : Shapes.axis(axis, first.rank());
    Shape joined = first;
    long size = 0;
    for (int i = 0; i < count; i++) {
      Shape value = context.input(firstValue + i);
      requireFit(context, joined, value, d, i);
      size = Sizes.add(size, d < 0 ? -1 : value.size(d));
      if (value.hasRank() && d >= 0) {
        joined = joined.mergeWith(value.withSize(d, first.size(d)));
      }
    }
    return List.of(d < 0 ? Shape.unknownOfRank(first.rank()) : joined.withSize(d, size));
  }

  private Shape firstOfKnownRank(ShapeContext context, int count) {
    for (int i = 0; i < count; i++) {
      if (context.input(firstValue + i).hasRank()) {
        return context.input(firstValue + i);
      }
    }
    return Shape.unknown();
  }

  private void requireFit(ShapeContext context, Shape joined, Shape value, int d, int i) {
    boolean fits =
        !value.hasRank()
            || (value.rank() == joined.rank()
                && (d < 0 || value.withSize(d, -1).isCompatibleWith(joined.withSize(d, -1))));
    if (!fits) {
      throw context.invalid(
          "sizes must be equal except along the dimension of joining%s: %s, %s",
          d < 0 ? "" : " (" + d + ")", describe(context, 0), describe(context, i));
    }
  }

  private String describe(ShapeContext context, int value) {
    return context.describe(firstValue + value);
  }

  /** Vectors, one after the other. */
  @Override
  public final @Nullable PartialValue partialValue(ShapeContext context, int output) {
    if (context.constant(firstValue == 0 ? context.inputCount() - 1 : 0) == null) {
      return null; // an axis that may turn out to be refused
    }
    PartialValue all = PartialValue.vector();
    for (int i = 0; i < context.inputCount() - 1 && all != null; i++) {
      PartialValue one = context.partialValue(firstValue + i);
      all = one == null || one.isScalar() ? null : all.concat(one);
    }
    return all;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      int count = context.inputCount() - 1;
      Shape first = context.input(firstValue).shape();
      long axis = context.input(axisInput(context.inputCount())).getLong(0);
      int d = Shapes.axis(axis, first.rank());
      long total = 0;
      for (int i = 0; i < count; i++) {
        total += context.input(firstValue + i).shape().size(d);
      }
      Tensor joined = context.allocate(0, first.withSize(d, total));
      if (isJoined(context, firstValue, count, first.elements(0, d), joined)) {
        return;
      }
      StridedView out = StridedView.of(joined);
      long at = 0;
      for (int i = 0; i < count; i++) {
        StridedView value = StridedView.of(context.input(firstValue + i));
        out.slice(d, at, value.size(d)).copyFrom(context, value);
        at += value.size(d);
      }
    };
  }

  /** Joins the rows of inputs the fast way, if the session has one. */
  static boolean isJoined(KernelContext context, int first, int count, long rows, Tensor out) {
    ElementMoves moves = context.moves().orElse(null);
    if (moves == null || out.elements() < count * rows || rows < 2) {
      return false;
    }
    List<Tensor> parts = IntStream.range(first, first + count).mapToObj(context::input).toList();
    return moves.join(context, parts, rows, out);
  }

  /** The part of the gradient each operand has become. */
  static void gradient(GradientContext context, int axisInput, int firstValue) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().inputCount() - 1;
    List<Output> shapes =
        IntStream.range(0, count).mapToObj(i -> on.shape(context.input(firstValue + i))).toList();
    Output axis = on.cast(context.input(axisInput), DType.INT32);
    Output positive = on.op("FloorMod", axis, on.op("Size", shapes.getFirst()));
    Node offsets = on.node("ConcatOffset").input(positive).inputList(shapes).build();
    for (int i = 0; i < count; i++) {
      int value = i;
      context.flow(
          firstValue + value,
          () -> on.op("Slice", context.gradient(), offsets.output(value), shapes.get(value)));
    }
  }
}
