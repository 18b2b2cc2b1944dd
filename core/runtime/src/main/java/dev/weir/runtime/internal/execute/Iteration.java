package dev.weir.runtime.internal.execute;

import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** One time through a loop: the values that have arrived and the counts of those that have not. */
final class Iteration {
  final Frame frame;
  final long number;
  final @Nullable Tensor[] inputs;
  final int[] pending;

  /** Per node: whether an input was dead; for a Merge, how many were. */
  final int[] dead;

  /** Per node: whether it has become ready; only a Merge can become so before all is there. */
  final boolean[] fired;

  /** Nodes ready or running. */
  int running;

  /** Inner loops that were entered from here and are not over. */
  int innerFrames;

  Iteration(Frame frame, long number) {
    FrameInfo info = frame.info;
    this.frame = frame;
    this.number = number;
    this.inputs = new Tensor[info.inputCount];
    this.pending = info.initialDependencies();
    this.dead = new int[info.nodes.length];
    this.fired = new boolean[info.nodes.length];
  }

  boolean isQuiet() {
    return running == 0 && innerFrames == 0;
  }

  void discard() {
    for (PlanNode node : frame.info.nodes) {
      Propagator.releaseInputs(node, inputs);
    }
  }
}
