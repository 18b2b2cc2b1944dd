package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import org.junit.jupiter.api.Test;

/** Who sees a table. */
final class TestTables {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private static long size(Session session, Output size) {
    return session.run(size).getLong(0);
  }

  @Test
  void tableWithoutANameBelongsToItsSession() {
    Output table = ops.lookup.mutableHashTable(DType.STRING, DType.INT64);
    Output named = ops.lookup.mutableHashTable(DType.STRING, DType.INT64, "", "named");
    Output key = ops.constant(Tensors.vector("k"));
    Output value = ops.constant(new long[] {1});
    Node insert = ops.lookup.lookupTableInsert(table, key, value);
    Node insertNamed = ops.lookup.lookupTableInsert(named, key, value);
    Output size = ops.lookup.lookupTableSize(table);
    Output namedSize = ops.lookup.lookupTableSize(named);
    LocalOptions config = LocalOptions.standard();
    try (Session other = Session.open(graph, config)) {
      try (Session session = Session.open(graph, config)) {
        session.runner().addTarget(insert).addTarget(insertNamed).run();
        assertThat(size(session, size)).isEqualTo(1);
        assertThat(size(other, size)).isZero();
        assertThat(size(other, namedSize)).isEqualTo(1);
        session.close();
      }
      assertThat(size(other, namedSize)).isEqualTo(1);
    }
  }

  /** TensorFlow only compares how many keys there are, and keeps the old values. */
  @Test
  void tableIsNotFilledWithSomethingElse() {
    Output table = ops.withName("t").lookup.hashTable(DType.STRING, DType.INT64);
    Output key = ops.constant(Tensors.vector("k"));
    Node fill = ops.lookup.initializeTable(table, key, ops.constant(new long[] {1}));
    Node other = ops.lookup.initializeTable(table, key, ops.constant(new long[] {2}));
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(fill).run();
      session.runner().addTarget(fill).run();
      assertThatThrownBy(() -> session.runner().addTarget(other).run())
          .hasMessageContaining("already initialized with different data");
    }
  }
}
