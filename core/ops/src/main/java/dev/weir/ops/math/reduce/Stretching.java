package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ReductionShapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** The way back from the result of a reduction to what was reduced. */
final class Stretching {
  private Stretching() {}

  /** A value per result, repeated for every element that went into the result. */
  static Output toInput(GradientOps on, GradientContext context, Operand perResult) {
    // a lone number is repeated in any shape
    Output kept =
        perResult.shape().equals(Shape.scalar())
            ? perResult.asOutput()
            : keepingDimensions(on, context, perResult);
    return on.op("BroadcastTo", kept, on.shape(context.input(0)));
  }

  /**
   * A value per result, with dimensions of size 1 where the input's were reduced: the input's shape
   * with 1 stitched in at the axes. Nothing is stitched while running if both are known before.
   */
  static Output keepingDimensions(GradientOps on, GradientContext context, Operand perResult) {
    if (context.node().attrs().bool("keep_dims")) {
      return perResult.asOutput();
    }
    Shape known = context.input(0).shape();
    Node axesGiven = context.input(1).node();
    if (known.isFullyKnown() && axesGiven.op().signature().name().equals("Const")) {
      boolean[] isReduced = ReductionShapes.marked(known.rank(), axesGiven.attrs().tensor("value"));
      return on.reshape(perResult, on.sizes(ReductionShapes.result(known, isReduced, true)));
    }
    Output shape = on.shape(context.input(0));
    Output rank = on.op("Size", shape);
    Output given = on.reshape(on.cast(context.input(1), DType.INT32), on.ints(-1));
    Output axes = on.op("FloorMod", on.add(given, rank), rank);
    Output all = on.op("Range", on.scalar(0, DType.INT32), rank, on.scalar(1, DType.INT32));
    Output stitched =
        on.node("DynamicStitch")
            .inputList(List.of(all, axes))
            .inputList(List.of(shape, on.onesLike(axes)))
            .build()
            .output(0);
    return on.reshape(perResult, stitched);
  }

  /** How many elements went into each result, in the element type of the results. */
  static Output count(GradientOps on, GradientContext context) {
    Output x = context.input(0);
    Output y = context.output(0);
    if (x.shape().isFullyKnown() && y.shape().isFullyKnown()) {
      return on.scalar((double) x.shape().elements() / Math.max(1, y.shape().elements()), y);
    }
    Output results = on.op("Maximum", on.op("Size", y), on.scalar(1, DType.INT32));
    return on.cast(on.op("FloorDiv", on.op("Size", x), results), y.dtype());
  }

  /** The gradient of the greatest or least of the elements: those that are it share it equally. */
  static Output amongChosen(GradientOps on, GradientContext context) {
    Output y = keepingDimensions(on, context, context.output(0));
    Output isChosen = on.cast(on.op("Equal", context.input(0), y), context.gradient().dtype());
    Output count = on.sum(isChosen, context.input(1), true);
    Output given = keepingDimensions(on, context, context.gradient());
    return on.mul(on.div(isChosen, count), given);
  }
}
