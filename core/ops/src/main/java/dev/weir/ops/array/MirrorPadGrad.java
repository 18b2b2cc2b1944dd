package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The gradient of {@code MirrorPad}: folds mirror images at the edges back and adds them up. */
final class MirrorPadGrad extends Op {
  MirrorPadGrad() {
    super(
        "MirrorPadGrad(input: T, paddings: Tpaddings) -> (output: T) T:type; Tpaddings:type=int32"
            + " in [int32, int64]; mode:string in [\"REFLECT\", \"SYMMETRIC\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape paddings = context.requireRank(1, 2);
    if (paddings.size(0) < 0) {
      return List.of(Shape.unknown());
    }
    int rank = (int) paddings.size(0);
    Paddings.requireMatrix(context, context.requireRank(0, rank));
    Tensor constant = context.constant(1);
    if (constant == null) {
      return List.of(Shape.unknownOfRank(rank));
    }
    Paddings known = Paddings.of(constant);
    Shape in = context.input(0).hasRank() ? context.input(0) : Shape.unknownOfRank(rank);
    Shape unpadded = known.unpadded(in);
    Mirror.of(context.attrs()).requireReach(known, unpadded);
    return List.of(unpadded);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Mirror mirror = Mirror.of(spec.attrs());
    ElementCombiner add = ElementCombiner.add(spec.inputDtype(0));
    return context -> {
      Tensor in = context.input(0);
      Paddings paddings = Paddings.of(context.input(1));
      Tensor folded = context.scratch(in.dtype(), in.shape());
      ElementCopier.of(in, folded).copy(0, 0, in.elements());
      long[] from = new long[in.shape().rank()];
      long[] sizes = in.shape().sizes();
      Shape shape = paddings.unpadded(in.shape());
      for (int d = 0; d < sizes.length; d++) {
        long before = paddings.before()[d];
        long size = shape.size(d);
        StridedView band = StridedView.of(folded).box(from, sizes);
        for (long i = 0; i < before; i++) {
          band.select(d, before + mirror.first(before) - i).combine(band.select(d, i), add);
        }
        for (long i = 0; i < paddings.after()[d]; i++) {
          band.select(d, before + mirror.last(size) - i)
              .combine(band.select(d, before + size + i), add);
        }
        from[d] = before;
        sizes[d] = size;
      }
      StridedView.of(context.allocate(0, shape))
          .copyFrom(context, StridedView.of(folded).box(from, sizes));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("MirrorPad")
                .input(context.gradient())
                .input(context.input(1))
                .attr("mode", context.node().attrs().string("mode"))
                .build()
                .output(0));
  }
}
