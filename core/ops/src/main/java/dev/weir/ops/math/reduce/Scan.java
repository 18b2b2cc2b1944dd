package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Running totals along one axis: element {@code n} of the result takes in elements 0 to {@code n}
 * of the input. {@code exclusive} leaves out element {@code n} itself; {@code reverse} runs from
 * the end. Every total is rounded to the element type before the next is made of it.
 */
abstract class Scan extends Op {
  Scan(String signature) {
    super(signature);
  }

  /** Makes the next total of a total and an element. */
  abstract BinaryKernels.Cell step(DType dtype);

  /** Sets element {@code r} to the total of nothing. */
  abstract void start(Tensor total, long r);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Tensor axis = context.constant(1);
    if (axis != null && context.input(0).hasRank()) {
      Shapes.axis(axis.getLong(0), context.input(0).rank());
    }
    return Shapes.likeInput(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean exclusive = spec.attrs().bool("exclusive");
    boolean reverse = spec.attrs().bool("reverse");
    BinaryKernels.Cell step = step(spec.inputDtype(0));
    return context -> scan(context, step, exclusive, reverse);
  }

  private void scan(
      KernelContext context, BinaryKernels.Cell step, boolean exclusive, boolean reverse) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    Tensor y = context.allocate(0, shape);
    int axis = Shapes.axis(context.input(1).getLong(0), shape.rank());
    long count = shape.size(axis);
    long inner = shape.elements(axis + 1, shape.rank());
    long ahead = reverse ? inner : -inner; // from an element to the one before it in the scan
    long lanes = count == 0 ? 0 : x.elements() / count;
    for (long lane = 0; lane < lanes; lane++) {
      long begin = lane / inner * inner * count + lane % inner;
      for (long n = 0; n < count; n++) {
        long i = begin + (reverse ? count - 1 - n : n) * inner;
        if (n == 0) {
          start(y, i);
          if (!exclusive) {
            step.compute(y, i, x, i, y, i);
          }
        } else {
          step.compute(y, i + ahead, x, exclusive ? i + ahead : i, y, i);
        }
      }
    }
  }

  /** A scan along the axis of a node, from the other end. */
  static Output back(GradientContext context, String op, Output x) {
    return along(context, op, x, context.node().attrs().bool("exclusive"), true);
  }

  /** A scan along the axis of a node, from the same end or from the other. */
  static Output along(
      GradientContext context, String op, Output x, boolean exclusive, boolean isBack) {
    return context
        .scope()
        .node(op)
        .input(x)
        .input(context.input(1))
        .attr("exclusive", exclusive)
        .attr("reverse", isBack != context.node().attrs().bool("reverse"))
        .build()
        .output(0);
  }
}
