package dev.weir.train.listener;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.tensor.Tensor;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fetches values at the end of a training, such as those of variables. For one training. */
public final class FinalValues implements TrainingListener {
  private final List<Output> outputs;
  private @Nullable List<Tensor> values;

  private FinalValues(List<Output> outputs) {
    this.outputs = outputs;
  }

  /** Fetches these edges. */
  public static FinalValues of(Operand... edges) {
    return new FinalValues(Stream.of(edges).map(Operand::asOutput).toList());
  }

  /** The values, in the order of the edges. */
  public List<Tensor> values() {
    if (values == null) {
      throw WeirException.failedPrecondition(
          "final values are available after the training session is closed, unless it has failed");
    }
    return values;
  }

  @Override
  public void onEnd(TrainingSession training) {
    Runner runner = training.runner();
    outputs.forEach(runner::fetch);
    values = runner.run();
  }
}
