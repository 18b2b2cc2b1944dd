package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Its input with, for each i along {@code batch_dim}, the first {@code seq_lengths[i]} positions of
 * {@code seq_dim} running backwards and the others as they are.
 */
final class ReverseSequence extends Op {
  ReverseSequence() {
    super(
        "ReverseSequence(input: T, seq_lengths: Tlen) -> (output: T) seq_dim:int; batch_dim:int=0;"
            + " T:type; Tlen:type=int64 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape lengths = context.requireRank(1, 1);
    Shape in = context.input(0);
    if (!in.hasRank()) {
      return List.of(Shape.unknown());
    }
    int batch = dimension(context, in, "batch_dim");
    int sequence = dimension(context, in, "seq_dim");
    if (batch == sequence) {
      throw context.invalid("batch_dim and seq_dim must differ, both are %d", batch);
    }
    if (!Shape.of(in.size(batch)).isCompatibleWith(lengths)) {
      throw context.invalid(
          "seq_lengths must have an entry for each position of dimension %d: %s, %s",
          batch, context.describe(0), context.describe(1));
    }
    return List.of(in.withSize(batch, Sizes.merge(in.size(batch), lengths.size(0))));
  }

  private static int dimension(ShapeContext context, Shape in, String attr) {
    long value = context.attrs().integer(attr);
    if (value < 0 || value >= in.rank()) {
      throw context.invalid(
          "%s must be in [0, %d), got %d: %s", attr, in.rank(), value, context.describe(0));
    }
    return (int) value;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    int batch = (int) spec.attrs().integer("batch_dim");
    int sequence = (int) spec.attrs().integer("seq_dim");
    return context -> {
      StridedView in = StridedView.of(context.input(0));
      Tensor lengths = context.input(1);
      StridedView out = StridedView.of(context.allocate(0, context.input(0).shape()));
      long whole = in.size(sequence);
      for (long i = 0; i < lengths.elements(); i++) {
        long length = lengths.getLong(i);
        if (length < 0 || length > whole) {
          throw WeirException.invalidArgument(
              "seq_lengths must be in [0, %d], seq_lengths[%d] is %d", whole, i, length);
        }
        StridedView from = in.slice(batch, i, 1);
        StridedView to = out.slice(batch, i, 1);
        to.slice(sequence, 0, length)
            .copyFrom(context, from.slice(sequence, 0, length).reversed(sequence));
        to.slice(sequence, length, whole - length)
            .copyFrom(context, from.slice(sequence, length, whole - length));
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("ReverseSequence")
                .input(context.gradient())
                .input(context.input(1))
                .attr("seq_dim", context.node().attrs().integer("seq_dim"))
                .attr("batch_dim", context.node().attrs().integer("batch_dim"))
                .build()
                .output(0));
  }
}
