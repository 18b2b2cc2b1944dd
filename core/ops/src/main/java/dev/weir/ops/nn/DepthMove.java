package dev.weir.ops.nn;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What ops that move positions within squares of an image to its depth, or back, share. */
abstract class DepthMove extends Op {
  private static final String CHANNELS_LAST = "NHWC";
  private static final String CHANNELS_FIRST = "NCHW";
  private final boolean isToDepth;

  DepthMove(String signature, boolean isToDepth) {
    super(signature);
    this.isToDepth = isToDepth;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    String format = context.attrs().string("data_format");
    if (!format.equals(CHANNELS_LAST) && !format.equals(CHANNELS_FIRST)) {
      throw WeirException.unimplemented("data_format must be NHWC or NCHW, got %s", format);
    }
    return List.of(
        moved(
            context.requireRank(0, 4),
            context.attrs().integer("block_size"),
            format.equals(CHANNELS_LAST)));
  }

  private Shape moved(Shape in, long block, boolean isLast) {
    int height = isLast ? 1 : 2;
    int depth = isLast ? 3 : 1;
    Shape out = in;
    for (int d = height; d < height + 2; d++) {
      out = out.withSize(d, change(in, d, block, isToDepth));
    }
    return out.withSize(depth, change(in, depth, Sizes.multiply(block, block), !isToDepth));
  }

  private static long change(Shape in, int d, long factor, boolean divides) {
    if (divides && in.size(d) >= 0 && in.size(d) % factor != 0) {
      throw WeirException.invalidArgument(
          "size %d of dimension %d must be divisible by %d: input is %s",
          in.size(d), d, factor, in);
    }
    return divides ? Sizes.divide(in.size(d), factor) : Sizes.multiply(in.size(d), factor);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean isLast = spec.attrs().string("data_format").equals(CHANNELS_LAST);
    long block = spec.attrs().integer("block_size");
    return context -> {
      Tensor in = context.input(0);
      Tensor out = context.allocate(0, moved(in.shape(), block, isLast));
      if (out.elements() == 0) {
        return;
      }
      Tensor space = isToDepth ? in : out;
      Tensor deep = isToDepth ? out : in;
      StridedView spread = StridedView.of(space);
      StridedView packed = StridedView.of(deep);
      if (isLast) { // batch, row, block row, column, block column, channel
        spread = spread.split(1, block).split(3, block).transposed(0, 1, 3, 2, 4, 5);
        packed = packed.split(3, space.shape().size(3)).split(3, block);
      } else { // batch, channel, row, block row, column, block column
        spread = spread.split(2, block).split(4, block).transposed(0, 3, 5, 1, 2, 4);
        packed = packed.split(1, space.shape().size(1)).split(1, block);
      }
      (isToDepth ? packed : spread).copyFrom(context, isToDepth ? spread : packed);
    };
  }
}
