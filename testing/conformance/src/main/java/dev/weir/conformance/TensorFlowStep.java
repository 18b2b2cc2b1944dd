package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A step of TensorFlow's that is ready to run again and again: its feeds are already TensorFlow's
 * tensors, and its results stay so until {@link #results} is called. What {@link #execute} takes is
 * what TensorFlow's session takes.
 *
 * <p>For one thread at a time. Close it to free the tensors.
 */
public final class TensorFlowStep implements AutoCloseable {
  private final TensorFlowSession session;
  private final StepArguments arguments;
  private boolean executed;
  private boolean closed;

  TensorFlowStep(TensorFlowSession session, StepArguments arguments) {
    this.session = session;
    this.arguments = arguments;
  }

  /** Runs the step and drops the results of the previous run. */
  public void execute() {
    if (closed) {
      throw WeirException.failedPrecondition("this step is closed");
    }
    executed = false;
    arguments.clearResults();
    session.run(arguments);
    executed = true;
  }

  /** Copies of what the last run fetched, in the order asked for. */
  public List<Tensor> results() {
    if (closed || !executed) {
      throw WeirException.failedPrecondition(
          closed ? "this step is closed" : "this step has not run, or its last run failed");
    }
    return arguments.results();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arguments.close();
    }
  }
}
