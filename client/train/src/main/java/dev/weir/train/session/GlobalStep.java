package dev.weir.train.session;

import dev.weir.graph.Output;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;

/**
 * How many steps all workers together have made: a variable of the model that optimizers count up,
 * made when it is first asked for.
 */
public final class GlobalStep {
  private final Output value;

  private GlobalStep(Output value) {
    this.value = value;
  }

  /** That of a model. */
  public static GlobalStep of(Model model) {
    return new GlobalStep(model.globalStep().asOutput());
  }

  /**
   * An edge to fetch it by. In a step that also counts it, whether that shows is left open; other
   * workers may have counted on meanwhile.
   */
  public Output value() {
    return value;
  }

  /** What it is now. */
  public long read(Session session) {
    return read(session, RunOptions.DEFAULT);
  }

  long read(Session session, RunOptions options) {
    try (Tensor count = session.runner().options(options).run(value)) {
      return count.getLong(0);
    }
  }
}
