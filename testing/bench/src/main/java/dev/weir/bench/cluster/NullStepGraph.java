package dev.weir.bench.cluster;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/**
 * The step that computes next to nothing: a variable is read on the ps, scaled on a worker, and the
 * product is added to it on the ps. A vector goes over the network once each way.
 */
public final class NullStepGraph {
  /** Sets the variable to ones. */
  public static final String INITIALIZER = "initializer";

  /** The node that is run. */
  public static final String UPDATE = "update";

  /** The variable's value. */
  public static final String VALUE = "value";

  /** So small that a variable does not overflow, however long a benchmark lasts. */
  private static final float SCALE = 1e-6f;

  private NullStepGraph() {}

  /**
   * The graph as a serialized {@code GraphDef}.
   *
   * @param floats the size of the variable
   * @param worker the number of the worker that scales it
   */
  public static byte[] of(int floats, int worker) {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice("/job:ps/task:0");
    Ops other = Ops.create(graph).withDevice("/job:worker/task:" + worker);
    Output variable =
        ps.withName("variable" + floats).state.varHandleOp(DType.FLOAT32, Shape.of(floats));
    Output ones = ps.array.fill(Shape.of(floats), ps.constant(1f));
    ps.withName(INITIALIZER).state.assignVariableOp(variable, ones);
    Output value = ps.withName(VALUE).state.readVariableOp(variable, DType.FLOAT32);
    Output scaled = other.withName("scaled").math.mul(value, other.constant(SCALE));
    ps.withName(UPDATE).state.assignAddVariableOp(variable, scaled);
    return GraphDefs.toBinary(graph);
  }
}
