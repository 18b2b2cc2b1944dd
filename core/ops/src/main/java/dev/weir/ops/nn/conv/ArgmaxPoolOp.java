package dev.weir.ops.nn.conv;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Objects;

/** What gradients share that are told where the largest elements are. */
abstract class ArgmaxPoolOp extends PoolOp {
  ArgmaxPoolOp(String signature) {
    super(signature);
  }

  /** The shape of what is pooled, the images being input 0; checks the other shapes. */
  static Shape pooled(ShapeContext context, PoolWindow sliding) {
    checkChannels(sliding, context.input(0), false);
    return sliding.output(context.requireRank(0, 4));
  }

  final PoolWindow known(ShapeContext context) {
    return Objects.requireNonNull(sliding(context));
  }

  /** The element of the images that element {@code i} of the pooled ones is. */
  static long source(Tensor argmax, long i, Shape images, boolean countsBatch) {
    long image = images.elements(1, 4);
    long pooledImage = argmax.elements() / Math.max(1, images.size(0));
    long at = argmax.getLong(i) + (countsBatch ? 0 : i / pooledImage * image);
    if (at < 0 || at >= images.elements()) {
      throw WeirException.invalidArgument(
          "argmax must be a position in the images: element %d is %d, the images are %s",
          i, argmax.getLong(i), images);
    }
    return at;
  }
}
