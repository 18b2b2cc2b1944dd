package dev.weir.runtime.internal.execute;

import dev.weir.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** For plans without loops and conditionals: every node runs once, and nothing is ever dead. */
final class SimplePropagator extends Propagator<PlanNode> {
  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(int[].class);

  private final @Nullable Tensor[] inputs;
  private final int[] pending;

  SimplePropagator(ExecutionPlan plan, Step step) {
    super(plan, step);
    this.inputs = new Tensor[plan.root.inputCount];
    this.pending = plan.dependencies.clone();
  }

  @Override
  PlanNode nodeOf(PlanNode ready) {
    return ready;
  }

  @Override
  @Nullable Tensor[] inputsOf(PlanNode ready) {
    return inputs;
  }

  @Override
  boolean isDead(PlanNode ready) {
    return false;
  }

  @Override
  String keyOf(PlanNode ready) {
    return ready.key().text();
  }

  @Override
  void addSources(Worker worker) {
    for (int i = plan.sources.length - 1; i >= 0; i--) {
      worker.add(plan.sources[i]);
    }
  }

  @Override
  void propagate(PlanNode node, @Nullable Tensor[] outputs, Worker worker) {
    PlanNode only = node.onlyTarget;
    if (only != null) {
      inputs[only.inputBase + node.onlyInput] = outputs[0];
      outputs[0] = null;
      arrived(only, worker);
      return;
    }
    for (int i = 0; i < node.outputCount; i++) {
      retainFor(outputs[i], node.fanOut[i]);
    }
    for (PlanNode.Edge edge : node.edges) {
      PlanNode target = edge.target();
      inputs[target.inputBase + edge.input()] = outputs[edge.output()];
      arrived(target, worker);
    }
    for (PlanNode target : node.controlTargets) {
      arrived(target, worker);
    }
    for (int i = 0; i < node.outputCount; i++) {
      outputs[i] = null;
    }
  }

  private void arrived(PlanNode target, Worker worker) {
    if (target.dependencies == 1 || (int) COUNT.getAndAdd(pending, target.local, -1) == 1) {
      worker.add(target);
    }
  }

  @Override
  void discard() {
    for (PlanNode node : plan.nodes) {
      releaseInputs(node, inputs);
    }
  }
}
