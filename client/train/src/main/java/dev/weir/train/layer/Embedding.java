package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

/**
 * A vector for each number: takes int32 or int64 of any shape and adds a dimension. Training
 * touches only the rows that were looked up.
 *
 * @param count how many numbers there are, from 0
 * @param width how long the vectors are
 * @param table what they start as
 * @param partitioner in how many variables they are kept
 */
public record Embedding(int count, int width, Initializer table, Partitioner partitioner)
    implements Layer {
  public Embedding {
    if (count <= 0 || width <= 0) {
      throw WeirException.invalidArgument(
          "an embedding has at least one row and one column, got %d by %d", count, width);
    }
  }

  /** Starting uniformly between -0.05 and 0.05. */
  public static Embedding of(int count, int width) {
    return new Embedding(count, width, Initializer.uniform(-0.05, 0.05), Partitioner.fixed(1));
  }

  /** Sets the initializer of the table. */
  public Embedding startingAs(Initializer other) {
    return new Embedding(count, width, other, partitioner);
  }

  /** Partitions the table into several variables, which may be on several devices. */
  public Embedding partitioned(Partitioner other) {
    return new Embedding(count, width, table, other);
  }

  @Override
  public Output apply(Model model, Operand x) {
    if (x.dtype() != DType.INT32 && x.dtype() != DType.INT64) {
      throw WeirException.invalidArgument(
          "an embedding takes int32 or int64 numbers, got %s", x.asOutput());
    }
    Model inside = model.in("embedding");
    return inside.precision().computed(inside.ops(), rows(inside, x));
  }

  private Output rows(Model inside, Operand x) {
    Shape shape = Shape.of(count, width);
    DType dtype = DType.FLOAT32;
    if (partitioner.parts(shape, dtype) > 1) {
      return PartitionedVariable.create(inside, "table", table, shape, dtype, partitioner)
          .lookup(x);
    }
    GraphVariable rows =
        inside.variable("table", dtype, shape, there -> table.of(there, shape, dtype));
    return rows.gather(x);
  }
}
