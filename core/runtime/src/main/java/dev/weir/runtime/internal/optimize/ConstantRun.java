package dev.weir.runtime.internal.optimize;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.execute.StepListener;
import dev.weir.runtime.internal.execute.StepServices;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs a graph that depends on nothing, by the executor that runs everything else. */
final class ConstantRun implements StepServices {
  private final Map<String, Object> state = new HashMap<>();

  private ConstantRun() {}

  /** The values of some outputs. */
  static List<Tensor> run(
      Graph graph, List<Output> fetches, Device device, KernelSelector kernels) {
    for (int i = 0; i < fetches.size(); i++) {
      graph.node("_Retval", "_folded_" + i).input(fetches.get(i)).attr("index", i).buildExact();
    }
    ExecutionPlan plan = ExecutionPlan.of(graph, device, kernels, false);
    Step step = new Step(new Tensor[0], fetches.size(), new ConstantRun(), new LocalRendezvous());
    step.start(List.of(plan));
    step.await();
    List<Tensor> values = new ArrayList<>();
    for (Tensor value : step.takeResults()) {
      values.add(value.collected());
    }
    return values;
  }

  @Override
  public ComputePool pool() {
    return ComputePool.shared();
  }

  @Override
  public synchronized <T> T sessionState(String node, Class<T> type, Supplier<T> create) {
    return type.cast(state.computeIfAbsent(node, key -> create.get()));
  }

  @Override
  public List<Tensor> call(Step caller, Device device, String function, List<Tensor> arguments) {
    throw new IllegalStateException("functions are not called while constants are folded");
  }

  @Override
  public void log(String line) {
    throw new IllegalStateException("nothing prints while constants are folded: " + line);
  }

  @Override
  public @Nullable StepListener listener() {
    return null;
  }
}
