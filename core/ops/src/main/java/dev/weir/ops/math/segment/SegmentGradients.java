package dev.weir.ops.math.segment;

import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import org.jspecify.annotations.Nullable;

/** Gradients of what makes one row of each segment of rows, sorted or not. */
final class SegmentGradients {
  private final GradientContext context;
  private final GradientOps on;
  private final boolean isSorted;
  private final Output data;
  private final Output ids;
  private final @Nullable Output rows;

  /**
   * @param isSorted whether ids ascend; if not, negative ones belong to no segment
   */
  SegmentGradients(GradientContext context, boolean isSorted) {
    this.context = context;
    this.on = GradientOps.of(context);
    this.isSorted = isSorted;
    this.data = context.input(0);
    this.ids = context.input(1);
    this.rows = context.node().inputs().size() > 2 ? context.input(2) : null;
  }

  /** The gradient with respect to the data. */
  Output of(Accumulation accumulation) {
    return switch (accumulation) {
      case SUM -> spread(context.gradient());
      case PRODUCT -> ofProduct();
      default -> amongChosen();
    };
  }

  /** The gradient of means: every row gets its share. */
  Output ofMean() {
    Output ones = on.cast(on.onesLike(ids), data.dtype());
    Output counts = on.gather(reduce("Sum", ones), ids);
    return on.div(spread(context.gradient()), on.padRank(counts, data));
  }

  /** A row per segment, for every row of the data; 0 for rows that belong to none. */
  private Output spread(Output perSegment) {
    if (isSorted) {
      return on.gather(perSegment, ids);
    }
    Output segments = on.cast(context.input(2), ids.dtype());
    Output width = on.op("Slice", on.shape(perSegment), on.ints(1), on.ints(-1));
    Output none = on.op("Fill", on.concat(on.ints(1), width), on.scalar(0, perSegment));
    return on.gather(on.concat(perSegment, none), on.select(belongs(), ids, segments));
  }

  private Output belongs() {
    return on.op("GreaterEqual", ids, on.scalar(0, ids));
  }

  private Output reduce(String what, Output x) {
    NodeBuilder builder;
    if (!isSorted) {
      builder = on.node("UnsortedSegment" + what);
    } else {
      builder = on.node("Segment" + what + (rows == null ? "" : "V2"));
    }
    builder.input(x).input(ids);
    if (rows != null) {
      builder.input(rows);
    }
    return builder.build().output(0);
  }

  /** Those that are the greatest or least share the gradient equally. */
  private Output amongChosen() {
    Output isChosen = on.op("Equal", data, spread(context.output(0)));
    if (!isSorted) {
      isChosen = on.op("LogicalAnd", isChosen, on.padRank(belongs(), data));
    }
    Output counts = reduce("Sum", on.cast(isChosen, data.dtype()));
    Output share = spread(on.op("DivNoNan", context.gradient(), counts));
    return on.select(isChosen, share, on.scalar(0, share));
  }

  /**
   * Where no element is 0, the product divided by the element; where one is, only that one has a
   * gradient, the product of the others; where more are, none has.
   */
  private Output ofProduct() {
    Output zero = on.scalar(0, data);
    Output isZero = on.op("Equal", data, zero);
    Output zeros = reduce("Sum", on.cast(isZero, DType.INT32));
    Output isLost = on.op("Greater", zeros, on.scalar(1, DType.INT32));
    Output given = on.select(isLost, zero, context.gradient());
    Output others = on.select(isZero, on.scalar(1, data), data);
    Output product = spread(context.output(0));
    Output slope = on.select(isZero, spread(reduce("Prod", others)), on.div(product, others));
    return on.mul(spread(given), on.conj(slope));
  }
}
