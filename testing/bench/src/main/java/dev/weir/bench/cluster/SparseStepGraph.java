package dev.weir.bench.cluster;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/**
 * A step of an embedding: some rows of a table on the ps are read there, scaled on a worker, and
 * added to the same rows.
 */
public final class SparseStepGraph {
  /** Sets the table to ones. */
  public static final String INITIALIZER = "initializer";

  /** The node that is run. */
  public static final String UPDATE = "update";

  /** How many rows a step reads and updates. */
  public static final int TOUCHED = 32;

  /** Floats in a row. */
  public static final int WIDTH = 64;

  private static final float SCALE = 1e-6f;

  private SparseStepGraph() {}

  /** The graph for a table of so many rows, as a serialized {@code GraphDef}. */
  public static byte[] of(int rows) {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice("/job:ps/task:0");
    Ops worker = Ops.create(graph).withDevice("/job:worker/task:0");
    Output table =
        ps.withName("table" + rows).state.varHandleOp(DType.FLOAT32, Shape.of(rows, WIDTH));
    Output ones = ps.array.fill(Shape.of(rows, WIDTH), ps.constant(1f));
    ps.withName(INITIALIZER).state.assignVariableOp(table, ones);
    Output ids = ps.constant(ids(rows));
    Output read = ps.state.resourceGather(table, ids, DType.FLOAT32);
    Output scaled = worker.math.mul(read, worker.constant(SCALE));
    ps.withName(UPDATE).state.resourceScatterAdd(table, ids, scaled);
    return GraphDefs.toBinary(graph);
  }

  /** Rows all over the table. */
  private static int[] ids(int rows) {
    int[] ids = new int[TOUCHED];
    for (int i = 0; i < TOUCHED; i++) {
      ids[i] = (int) ((long) rows * i / TOUCHED) + i % 3;
    }
    return ids;
  }
}
