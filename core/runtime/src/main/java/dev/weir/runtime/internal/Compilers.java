package dev.weir.runtime.internal;

import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.compile.StepCompiler;
import dev.weir.runtime.internal.optimize.GraphOptimizer;

/** The compilers for the devices of this process, as options ask for them. */
public final class Compilers {
  private Compilers() {}

  /** Compiles steps into parts, in this process a single one. */
  public static StepCompiler steps(LocalOptions options) {
    return StepCompiler.local(options.devices(), options.softPlacement(), optimizer(options));
  }

  /** Compiles parts into plans. */
  public static PlanCompiler plans(LocalOptions options) {
    return new PlanCompiler(
        options.devices(), options.kernels(), options.softPlacement(), optimizer(options));
  }

  /** The passes; constants are computed on the first device. */
  public static GraphOptimizer optimizer(LocalOptions options) {
    return GraphOptimizer.of(
        options.devices().getFirst(),
        options.kernels(),
        options.disabledPasses(),
        options.validate());
  }
}
