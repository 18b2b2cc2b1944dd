package dev.weir.runtime.internal.execute;

import dev.weir.graph.NodeKind;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For plans with conditionals and loops. Every value belongs to a frame and an iteration of it;
 * several iterations run at once. A branch that is not taken carries dead values, which pass
 * through every node without running it, up to a Merge with a live input.
 *
 * <p>Bookkeeping is under one lock per plan and step; kernels run outside of it.
 */
final class TaggedPropagator extends Propagator<TaggedPropagator.Ready> {
  /** A node that is ready in one iteration. */
  record Ready(PlanNode node, Iteration iteration, boolean dead) {}

  private record FrameKey(Iteration parent, FrameInfo info) {}

  private final Frame root;
  private final Map<FrameKey, Frame> frames = new HashMap<>();

  TaggedPropagator(ExecutionPlan plan, Step step) {
    super(plan, step);
    root = new Frame(plan.root, null, 0);
    root.newest = 0;
    root.live.add(new Iteration(root, 0));
  }

  @Override
  PlanNode nodeOf(Ready ready) {
    return ready.node();
  }

  @Override
  @Nullable Tensor[] inputsOf(Ready ready) {
    return ready.iteration().inputs;
  }

  @Override
  boolean isDead(Ready ready) {
    return ready.dead();
  }

  @Override
  String keyOf(Ready ready) {
    Iteration iteration = ready.iteration();
    return ready.node().key().text(iteration.frame.id, iteration.number);
  }

  @Override
  synchronized void addSources(Worker worker) {
    Iteration first = root.live.getFirst();
    for (int i = plan.sources.length - 1; i >= 0; i--) {
      fire(plan.sources[i], first, false, worker);
    }
  }

  private static void fire(
      PlanNode node, Iteration iteration, boolean dead, Propagator<Ready>.Worker worker) {
    iteration.fired[node.local] = true;
    iteration.running++;
    worker.add(new Ready(node, iteration, dead));
  }

  @Override
  synchronized void propagate(Ready ready, @Nullable Tensor[] outputs, Worker worker) {
    PlanNode node = ready.node();
    Iteration iteration = ready.iteration();
    boolean receivedDead = node.kind == NodeKind.RECEIVE && outputs[0] == null;
    boolean dead = receivedDead || (ready.dead() && node.kind != NodeKind.CONTROL_TRIGGER);
    switch (node.kind) {
      case ENTER -> enter(node, iteration, outputs[0], worker);
      case EXIT -> exit(node, iteration, dead, outputs[0], worker);
      case NEXT_ITERATION -> nextIteration(node, iteration, dead, outputs[0], worker);
      default -> deliver(node, iteration, outputs, dead, worker);
    }
    for (int i = 0; i < node.outputCount; i++) {
      outputs[i] = null;
    }
    iteration.running--;
    settle(iteration.frame, worker);
  }

  private void enter(PlanNode node, Iteration from, @Nullable Tensor value, Worker worker) {
    FrameKey key = new FrameKey(from, node.entered);
    Frame frame = frames.get(key);
    if (frame == null) {
      long id = FrameIds.of(from.frame.id, from.number, node.entered.name);
      frame = new Frame(node.entered, from, id);
      frames.put(key, frame);
      from.innerFrames++;
      startIteration(frame, worker);
    }
    frame.entersMissing--;
    if (node.isConstantEnter()) {
      frame.constants.add(new Frame.Delivery(node, value));
      for (Iteration iteration : List.copyOf(frame.live)) {
        deliverConstant(node, iteration, value, worker);
      }
    } else {
      Iteration first = frame.iteration(0);
      if (first != null) {
        deliverOne(node, first, value, worker);
      }
    }
    settle(frame, worker);
  }

  private void exit(
      PlanNode node, Iteration iteration, boolean dead, @Nullable Tensor value, Worker worker) {
    Frame frame = iteration.frame;
    if (!dead && value != null && frame.parent != null) {
      deliverOne(node, frame.parent, value, worker);
    } else if (frame.newest == iteration.number) {
      frame.deadExits.add(node);
    }
  }

  private void nextIteration(
      PlanNode node, Iteration iteration, boolean dead, @Nullable Tensor value, Worker worker) {
    if (dead) {
      return;
    }
    Frame frame = iteration.frame;
    if (frame.newest > iteration.number) {
      Iteration next = frame.iteration(iteration.number + 1);
      if (next != null) {
        deliverOne(node, next, value, worker);
      }
    } else if (frame.live.size() < frame.info.parallelIterations) {
      deliverOne(node, startIteration(frame, worker), value, worker);
    } else {
      frame.deferred.add(new Frame.Delivery(node, value));
    }
  }

  private Iteration startIteration(Frame frame, Worker worker) {
    Iteration iteration = new Iteration(frame, ++frame.newest);
    frame.live.addLast(iteration);
    frame.deadExits.clear();
    for (Frame.Delivery constant : frame.constants) {
      deliverConstant(constant.source(), iteration, constant.value(), worker);
    }
    return iteration;
  }

  /** The frame keeps its own reference; this iteration gets another. */
  private void deliverConstant(
      PlanNode node, Iteration iteration, @Nullable Tensor value, Worker worker) {
    if (value != null) {
      value.buffer().retain();
    }
    deliverOne(node, iteration, value, worker);
  }

  private void deliverOne(PlanNode node, Iteration target, @Nullable Tensor value, Worker worker) {
    deliver(node, target, new @Nullable Tensor[] {value}, value == null, worker);
  }

  private void deliver(
      PlanNode node, Iteration target, @Nullable Tensor[] outputs, boolean dead, Worker worker) {
    for (int i = 0; i < node.outputCount; i++) {
      retainFor(outputs[i], node.fanOut[i]);
    }
    for (PlanNode.Edge edge : node.edges) {
      data(node, edge, target, outputs[edge.output()], worker);
    }
    for (PlanNode control : node.controlTargets) {
      control(control, target, dead, worker);
    }
  }

  private void data(
      PlanNode source,
      PlanNode.Edge edge,
      Iteration iteration,
      @Nullable Tensor value,
      Worker worker) {
    PlanNode node = edge.target();
    int local = node.local;
    if (node.kind == NodeKind.MERGE) {
      mergeData(source, edge, iteration, value, worker);
      return;
    }
    iteration.inputs[node.inputBase + edge.input()] = value;
    iteration.dead[local] += value == null ? 1 : 0;
    if (--iteration.pending[local] == 0) {
      fire(node, iteration, iteration.dead[local] > 0, worker);
    }
  }

  /** A Merge is ready when its controls are there and one input lives, or all are dead. */
  private void mergeData(
      PlanNode source,
      PlanNode.Edge edge,
      Iteration iteration,
      @Nullable Tensor value,
      Worker worker) {
    PlanNode merge = edge.target();
    if (value == null) {
      // The back edge of a loop that was never entered will not come.
      iteration.dead[merge.local] += source.kind == NodeKind.ENTER ? merge.inputCount : 1;
    } else if (iteration.fired[merge.local]) {
      value.buffer().release();
    } else {
      iteration.inputs[merge.inputBase + edge.input()] = value;
    }
    fireMerge(merge, iteration, worker);
  }

  private void fireMerge(PlanNode merge, Iteration iteration, Worker worker) {
    boolean controlsMissing = iteration.pending[merge.local] > merge.inputCount;
    if (iteration.fired[merge.local] || controlsMissing) {
      return;
    }
    boolean alive = false;
    for (int i = 0; i < merge.inputCount; i++) {
      alive |= iteration.inputs[merge.inputBase + i] != null;
    }
    if (alive || iteration.dead[merge.local] >= merge.inputCount) {
      fire(merge, iteration, !alive, worker);
    }
  }

  private void control(PlanNode node, Iteration iteration, boolean dead, Worker worker) {
    iteration.pending[node.local]--;
    if (node.kind == NodeKind.MERGE) {
      fireMerge(node, iteration, worker);
      return;
    }
    iteration.dead[node.local] += dead ? 1 : 0;
    if (iteration.pending[node.local] == 0) {
      fire(node, iteration, iteration.dead[node.local] > 0, worker);
    }
  }

  /** Ends iterations, oldest first, that have nothing left to do, and the frame after the last. */
  private void settle(Frame frame, Worker worker) {
    Iteration parent = frame.parent;
    if (parent == null) {
      return;
    }
    while (true) {
      Iteration oldest = frame.live.peekFirst();
      if (oldest == null || !oldest.isQuiet() || frame.entersMissing > 0) {
        return;
      }
      if (frame.live.size() == 1 && !frame.deferred.isEmpty()) {
        startDeferred(frame, worker);
        continue;
      }
      frame.live.removeFirst();
      oldest.discard();
      if (!frame.deferred.isEmpty()) {
        startDeferred(frame, worker);
      }
      if (frame.live.isEmpty()) {
        break;
      }
    }
    finish(frame, parent, worker);
  }

  private void startDeferred(Frame frame, Worker worker) {
    List<Frame.Delivery> waiting = new ArrayList<>(frame.deferred);
    frame.deferred.clear();
    Iteration next = startIteration(frame, worker);
    for (Frame.Delivery delivery : waiting) {
      deliverOne(delivery.source(), next, delivery.value(), worker);
    }
  }

  private void finish(Frame frame, Iteration parent, Worker worker) {
    frames.remove(new FrameKey(parent, frame.info));
    releaseConstants(frame);
    for (PlanNode exit : frame.deadExits) {
      deliverOne(exit, parent, null, worker);
    }
    parent.innerFrames--;
    settle(parent.frame, worker);
  }

  private static void releaseConstants(Frame frame) {
    for (Frame.Delivery constant : frame.constants) {
      if (constant.value() != null) {
        constant.value().buffer().release();
      }
    }
    frame.constants.clear();
  }

  @Override
  synchronized void discard() {
    List<Frame> all = new ArrayList<>(frames.values());
    all.add(root);
    for (Frame frame : all) {
      frame.live.forEach(Iteration::discard);
      releaseConstants(frame);
      for (Frame.Delivery delivery : frame.deferred) {
        if (delivery.value() != null) {
          delivery.value().buffer().release();
        }
      }
      frame.deferred.clear();
    }
  }
}
