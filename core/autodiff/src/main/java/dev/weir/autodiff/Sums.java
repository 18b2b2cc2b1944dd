package dev.weir.autodiff;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** Adds up the gradients that reach an edge over several paths. */
final class Sums {
  private Sums() {}

  /** The sum: rows stay rows if there is nothing but rows. */
  static Gradient of(Scope scope, List<Gradient> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    List<IndexedSlices> rows = new ArrayList<>();
    for (Gradient part : parts) {
      if (part instanceof Gradient.Rows some) {
        rows.add(some.slices());
      }
    }
    if (rows.size() == parts.size()) {
      return new Gradient.Rows(together(scope, rows));
    }
    List<Output> dense = parts.stream().map(part -> part.dense(scope)).toList();
    NodeBuilder sum = scope.node("AddN").inputList(dense);
    return new Gradient.Dense(sum.build().output(0));
  }

  private static IndexedSlices together(Scope scope, List<IndexedSlices> parts) {
    boolean wide = parts.stream().anyMatch(part -> part.indices().dtype() == DType.INT64);
    List<Output> indices = new ArrayList<>();
    for (IndexedSlices part : parts) {
      indices.add(wide ? toLong(scope, part.indices()) : part.indices());
    }
    List<Output> values = parts.stream().map(IndexedSlices::values).toList();
    return new IndexedSlices(
        joined(scope, values), joined(scope, indices), parts.getFirst().denseShape());
  }

  private static Output toLong(Scope scope, Output indices) {
    return indices.dtype() == DType.INT64
        ? indices
        : scope.node("Cast").input(indices).attr("DstT", DType.INT64).build().output(0);
  }

  private static Output joined(Scope scope, List<Output> parts) {
    Operand axis = Ops.in(scope).constant(0);
    return scope.node("ConcatV2").inputList(parts).input(axis).build().output(0);
  }

  /** Rows as the whole tensor they stand for. */
  static Output dense(Scope scope, IndexedSlices rows) {
    Ops ops = Ops.in(scope);
    Output count =
        scope
            .node("GatherV2")
            .input(rows.denseShape())
            .input(ops.constant(0))
            .input(ops.constant(0))
            .build()
            .output(0);
    return scope
        .node("UnsortedSegmentSum")
        .input(rows.values())
        .input(rows.indices())
        .input(count)
        .build()
        .output(0);
  }
}
