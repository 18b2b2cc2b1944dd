package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.util.List;
import java.util.function.ToLongFunction;

/** The remainder of the hash of every string, as an unsigned number, by the number of buckets. */
abstract class HashBucket extends Op {
  HashBucket(String signature) {
    super(signature);
  }

  /** The hash, for a node with these attributes. */
  abstract ToLongFunction<byte[]> hash(Attributes attrs);

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    long buckets = spec.attrs().integer("num_buckets");
    ToLongFunction<byte[]> hash = hash(spec.attrs());
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      Buffer chosen = y.buffer();
      StringLoop.forEach(
          context,
          x,
          i -> {
            long number = hash.applyAsLong(x.getBytes(i));
            chosen.setLong(i, Long.remainderUnsigned(number, buckets));
          });
    };
  }

  @Override
  public final String notDifferentiable() {
    return "its output is an integer";
  }
}
