package dev.weir.conformance.interop;

import dev.weir.graph.Graph;
import dev.weir.ops.Ops;
import dev.weir.tensor.Tensor;

/** Builds graphs over the two tasks. */
record Tasks(Graph graph, Ops ps, Ops worker) {
  static Tasks empty() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    return new Tasks(graph, ops.withDevice("/job:ps/task:0"), ops.withDevice("/job:worker/task:0"));
  }

  static float[] floats(Tensor tensor) {
    float[] values = new float[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getFloat(i);
    }
    return values;
  }
}
