package dev.weir.bench.suite;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.CallableStep;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;

/**
 * The smallest useful step as a program written for Weir takes it, with default settings. What
 * {@link dev.weir.conformance.TensorFlowJavaStep} is for tensorflow-java: the input of any shape,
 * tensors made and read inside. Results are not closed, since Weir does not ask for it.
 */
final class AddOne implements AutoCloseable {
  private final Session session;
  private final Output input;
  private final Output sum;
  private final CallableStep callable;

  AddOne() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    input = ops.placeholder(DType.FLOAT32);
    sum = ops.math.add(input, ops.constant(1f));
    session = Session.open(graph);
    callable = session.callable(List.of(input), List.of(sum));
  }

  /** Runs one step: {@code value + 1}. */
  float run(float value) {
    Tensor fed = Tensors.scalar(value);
    return session.runner().feed(input, fed).run(sum).getFloat(0);
  }

  /** Runs one step by handle. */
  private float call(float value) {
    return callable.run(Tensors.scalar(value)).get(0).getFloat(0);
  }

  /** Runs many, checking each. */
  void steps(long times) {
    for (long i = 0; i < times; i++) {
      float value = i & 1023;
      check(run(value), value);
    }
  }

  /** Runs many by handle, checking each. */
  void calls(long times) {
    for (long i = 0; i < times; i++) {
      float value = i & 1023;
      check(call(value), value);
    }
  }

  private static void check(float sum, float value) {
    if (sum != value + 1) {
      throw new IllegalStateException("Weir cannot add");
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
