package dev.weir.ops.array;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ops that move positions within blocks to the batch, or back, have in common. */
abstract class BlockMove extends Op {
  private final boolean isToBatch;
  private final boolean isSquare;

  /**
   * @param isToBatch whether positions move to the batch, not back
   * @param isSquare whether blocks are squares of {@code block_size}, not given by an input
   */
  BlockMove(String signature, boolean isToBatch, boolean isSquare) {
    super(signature);
    this.isToBatch = isToBatch;
    this.isSquare = isSquare;
  }

  private int marginsInput() {
    return isSquare ? 1 : 2;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int dimensions = 2;
    if (isSquare) {
      context.requireRank(0, 4);
    } else {
      dimensions = (int) context.requireRank(1, 1).size(0);
      if (dimensions < 0) {
        return List.of(Shape.unknown());
      }
    }
    Shape in = Blocks.require(context, dimensions, marginsInput());
    if (isSquare && !in.hasRank()) {
      in = Shape.unknownOfRank(4);
    }
    long[] block = isSquare ? square(context.attrs()) : Sizes.values(context, 1);
    Tensor margins = context.constant(marginsInput());
    if (block == null || margins == null) {
      return List.of(partly(in, dimensions, block));
    }
    Blocks blocks = Blocks.of(block, margins);
    return List.of(isToBatch ? blocks.toBatch(in) : blocks.toSpace(in));
  }

  /** What is known without the margins, or without the block. */
  private Shape partly(Shape in, int dimensions, long @Nullable [] block) {
    if (!in.hasRank() || dimensions == 0) {
      return in;
    }
    long batch = -1;
    if (block != null) {
      Tensor none = Tensors.zeros(DType.INT32, Shape.of(dimensions, 2));
      Shape spaceless = in;
      for (int d = 1; d <= dimensions; d++) {
        spaceless = spaceless.withSize(d, -1);
      }
      Blocks blocks = Blocks.of(block, none);
      batch = (isToBatch ? blocks.toBatch(spaceless) : blocks.toSpace(spaceless)).size(0);
    }
    return Shape.of(batch)
        .concat(Shape.unknownOfRank(dimensions))
        .concat(in.slice(dimensions + 1, in.rank()));
  }

  private static long[] square(Attributes attrs) {
    long size = attrs.integer("block_size");
    return new long[] {size, size};
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    long[] square = isSquare ? square(spec.attrs()) : new long[0];
    return context -> {
      Tensor in = context.input(0);
      long[] block = isSquare ? square : Sizes.values(context.input(1));
      Blocks blocks = Blocks.of(block, context.input(marginsInput()));
      if (isToBatch) {
        Tensor out = context.allocate(0, blocks.toBatch(in.shape()));
        if (blocks.hasMargins() || in.elements() == 0) {
          ElementCopier.clear(out);
        }
        blocks.forEach(in, out, (space, batch) -> batch.copyFrom(context, space));
      } else {
        Tensor out = context.allocate(0, blocks.toSpace(in.shape()));
        if (in.elements() == 0) {
          ElementCopier.clear(out);
        }
        blocks.forEach(out, in, (space, batch) -> space.copyFrom(context, batch));
      }
    };
  }
}
