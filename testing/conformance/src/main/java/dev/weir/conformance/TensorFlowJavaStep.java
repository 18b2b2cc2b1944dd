package dev.weir.conformance;

import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;

/**
 * The smallest useful step as a program written for tensorflow-java takes it: feed a scalar, add
 * one, fetch the sum, all through its public {@code Graph}, {@code Ops} and {@code Session} with
 * their default settings. For measuring what such a program pays per step.
 */
public final class TensorFlowJavaStep implements AutoCloseable {
  private final Graph graph = new Graph();
  private final Session session = new Session(graph);
  private final Placeholder<TFloat32> input;
  private final Operand<TFloat32> sum;

  /** Builds the graph. */
  public TensorFlowJavaStep() {
    Ops ops = Ops.create(graph);
    input = ops.placeholder(TFloat32.class);
    sum = ops.math.add(input, ops.constant(1f));
  }

  /** Runs one step: {@code value + 1}. */
  public float run(float value) {
    try (TFloat32 fed = TFloat32.scalarOf(value);
        Result result = session.runner().feed(input, fed).fetch(sum).run()) {
      return ((TFloat32) result.get(0)).getFloat();
    }
  }

  @Override
  public void close() {
    session.close();
    graph.close();
  }
}
