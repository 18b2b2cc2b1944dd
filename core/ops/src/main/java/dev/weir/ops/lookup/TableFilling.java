package dev.weir.ops.lookup;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Puts keys (input 1) and values (input 2) into a table (input 0). */
abstract class TableFilling extends TableOp {
  /** How a table takes keys and values. */
  @FunctionalInterface
  interface Way {
    void fill(LookupTable table, Tensor keys, Tensor values);
  }

  private final Way way;

  TableFilling(String signature, Way way) {
    super(signature);
    this.way = way;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      LookupTable table = table(context);
      Tensor keys = context.input(1);
      Tensor values = context.input(2);
      table.requireTypes(keys.dtype(), values.dtype());
      way.fill(table, keys, values);
    };
  }
}
