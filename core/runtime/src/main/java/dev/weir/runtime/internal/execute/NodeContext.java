package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.graph.kernel.Resources;
import dev.weir.graph.kernel.Variable;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's view of the node that is running. One a thread and plan, used for one node after the
 * other.
 */
final class NodeContext implements KernelContext {
  private static final Tensor[] NO_SCRATCH = {};

  private final Step step;
  private final Device device;
  private final KernelSelector kernels;
  private final @Nullable Tensor[] outputs;
  private @Nullable Tensor[] inputs = NO_SCRATCH;
  private int inputBase;
  private PlanNode node;
  private final List<Tensor> scratch = new ArrayList<>(0);

  NodeContext(Step step, ExecutionPlan plan, PlanNode first) {
    this.step = step;
    this.device = plan.device;
    this.kernels = plan.kernels;
    this.outputs = new Tensor[plan.maxOutputs];
    this.node = first;
  }

  /** Runs a node's kernel on the inputs that have arrived for it; outputs are then in place. */
  void run(PlanNode next, @Nullable Tensor[] arrived) {
    node = next;
    inputs = arrived;
    inputBase = next.inputBase;
    ShapeCheck check = next.check;
    if (check != null) {
      check.verify(arrived, inputBase);
    }
    try {
      next.kernel.compute(this);
    } finally {
      if (!scratch.isEmpty()) {
        scratch.forEach(tensor -> tensor.buffer().release());
        scratch.clear();
      }
    }
  }

  /** The node that runs, or that ran last; a hint to other threads. */
  PlanNode node() {
    return node;
  }

  /** The outputs of the node that just ran, null ones dead; taking one sets it to null. */
  @Nullable Tensor[] outputs() {
    return outputs;
  }

  /** Gives back the outputs of a node that failed. */
  void discardOutputs() {
    for (int i = 0; i < outputs.length; i++) {
      Tensor value = outputs[i];
      outputs[i] = null;
      if (value != null) {
        value.buffer().release();
      }
    }
  }

  @Override
  public int inputCount() {
    return node.inputCount;
  }

  @Override
  public Tensor input(int i) {
    Objects.checkIndex(i, node.inputCount); // behind them are those of other nodes
    Tensor value = inputs[inputBase + i];
    if (value == null) {
      throw WeirException.internal("input %d of %s has not arrived", i, node);
    }
    return value;
  }

  @Override
  public int outputCount() {
    return node.outputCount;
  }

  @Override
  public boolean isWanted(int output) {
    return node.fanOut[output] > 0;
  }

  @Override
  public Tensor allocate(int output, Shape shape) {
    Tensor tensor =
        Tensor.allocate(device.allocator(), node.node.outputDtype(output), shape, node.description);
    set(output, tensor);
    return tensor;
  }

  @Override
  public Tensor forward(int input, int output, Shape shape) {
    Tensor candidate = input(input);
    Buffer buffer = candidate.buffer();
    DType dtype = node.node.outputDtype(output);
    if (buffer.isExclusive()
        && !candidate.isFrozen()
        && candidate.dtype() == dtype
        && candidate.elements() == shape.elements()) {
      Tensor reused = Tensor.over(dtype, shape, buffer.retain());
      set(output, reused);
      return reused;
    }
    return allocate(output, shape);
  }

  @Override
  public Tensor scratch(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocate(device.allocator(), dtype, shape, node.description);
    scratch.add(tensor);
    return tensor;
  }

  @Override
  public void set(int output, Tensor value) {
    if (value.dtype() != node.node.outputDtype(output)) {
      value.buffer().release();
      throw WeirException.internal(
          "output %d is %s%s, but must be %s",
          output, value.dtype(), value.shape(), node.node.outputDtype(output));
    }
    replace(output, value);
  }

  /** A kernel may change its mind: what it set before is given back. */
  private void replace(int output, @Nullable Tensor value) {
    Tensor before = outputs[output];
    outputs[output] = value;
    if (before != null && before != value) {
      before.buffer().release();
    }
  }

  @Override
  public void setDead(int output) {
    replace(output, null);
  }

  @Override
  public Variable reference(int i) {
    return variable(input(i));
  }

  /** The variable a reference refers to. */
  static Variable variable(Tensor reference) {
    return (Variable) reference.getObject(0);
  }

  @Override
  public void setReference(int output, Variable variable) {
    Tensor holder = Tensor.allocate(device.allocator(), DType.RESOURCE, Shape.scalar(), "");
    holder.setObject(0, variable);
    replace(output, holder);
  }

  @Override
  public Resources resources() {
    return device.resources();
  }

  @Override
  public Resources stepResources() {
    return step.resources();
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<T> create) {
    return step.services().sessionState(node.node.name(), type, create);
  }

  @Override
  public ParallelFor parallel() {
    return step.services().pool();
  }

  @Override
  public MatrixProducts products() {
    return kernels
        .products()
        .orElseThrow(
            () -> WeirException.internal("no provider of this session has matrix products"));
  }

  @Override
  public Optional<ElementMoves> moves() {
    return kernels.moves();
  }

  @Override
  public List<Tensor> call(String function, List<Tensor> arguments) {
    return step.services().call(step, device, function, arguments);
  }

  @Override
  public String nodeName() {
    return node.node.name();
  }

  @Override
  public String device() {
    return device.name();
  }

  @Override
  public long stepId() {
    return step.id();
  }

  @Override
  public void checkCancelled() {
    WeirException cause = step.failure();
    if (cause != null) {
      throw new WeirException(ErrorCode.CANCELLED, "the step was stopped", cause);
    }
  }

  @Override
  public StopRegistration onStop(Runnable wake) {
    return step.onStop(wake);
  }

  @Override
  public Path file(String name) {
    return step.services().files().path(name);
  }

  @Override
  public SeekableByteChannel open(Path file) throws IOException {
    return step.services().files().open(file);
  }

  @Override
  public void log(String line) {
    step.services().log(line);
  }

  @Override
  public String toString() {
    return node + Arrays.toString(outputs);
  }
}
