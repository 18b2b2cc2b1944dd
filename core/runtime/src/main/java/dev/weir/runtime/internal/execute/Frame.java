package dev.weir.runtime.internal.execute;

import dev.weir.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A loop that is being run, entered from one iteration of the loop around it. */
final class Frame {
  /** A value on its way to a node. */
  record Delivery(PlanNode source, @Nullable Tensor value) {}

  final FrameInfo info;
  final @Nullable Iteration parent;

  /** The number that tells this frame from all others of the step in transfers. */
  final long id;

  /** Iterations that are not over, oldest first. */
  final ArrayDeque<Iteration> live = new ArrayDeque<>();

  /** The number of the newest iteration that was started. */
  long newest = -1;

  int entersMissing;

  /** Values that every iteration gets. */
  final List<Delivery> constants = new ArrayList<>();

  /** Values for the next iteration, which may not start yet. */
  final List<Delivery> deferred = new ArrayList<>();

  /** Exits that were dead in the newest iteration. */
  final List<PlanNode> deadExits = new ArrayList<>();

  Frame(FrameInfo info, @Nullable Iteration parent, long id) {
    this.info = info;
    this.parent = parent;
    this.id = id;
    this.entersMissing = info.enters;
  }

  /** The live iteration of this number. */
  @Nullable Iteration iteration(long number) {
    Iteration oldest = live.peekFirst();
    if (oldest == null || number < oldest.number || number > newest) {
      return null;
    }
    for (Iteration iteration : live) {
      if (iteration.number == number) {
        return iteration;
      }
    }
    return null;
  }
}
