package dev.weir.checkpoint.ops;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The name of one shard of several: {@code basename-00002-of-00005}. A basename ends at its first
 * NUL, as the names of files do.
 */
final class ShardedFilename extends CheckpointOp {
  ShardedFilename() {
    super(
        "ShardedFilename(basename: string, shard: int32, num_shards: int32) -> (filename: string)");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    context.requireScalar(1);
    context.requireScalar(2);
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return ShardedFilename::name;
  }

  private static void name(KernelContext context) {
    String base = context.input(0).getString(0);
    int end = base.indexOf('\0');
    String name =
        Checkpoints.shardedName(
            end < 0 ? base : base.substring(0, end),
            context.input(1).getInt(0),
            context.input(2).getInt(0));
    context.allocate(0, Shape.scalar()).setBytes(0, name.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String notDifferentiable() {
    return "its output is a string";
  }
}
