package dev.weir.train.session;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fetches values when training is over, such as those of variables. */
public final class FinalValuesHook implements TrainingHook {
  private final List<Output> outputs;
  private @Nullable List<Tensor> values;

  private FinalValuesHook(List<Output> outputs) {
    this.outputs = outputs;
  }

  public static FinalValuesHook of(Operand... edges) {
    return new FinalValuesHook(Stream.of(edges).map(Operand::asOutput).toList());
  }

  /** What was fetched, in the order of the edges. */
  public List<Tensor> values() {
    if (values == null) {
      throw WeirException.failedPrecondition(
          "final values are there when the training session is closed, and only if it has not"
              + " failed");
    }
    return values;
  }

  @Override
  public void end(TrainingSession training) {
    Runner runner = training.runner();
    outputs.forEach(runner::fetch);
    values = runner.run();
  }
}
