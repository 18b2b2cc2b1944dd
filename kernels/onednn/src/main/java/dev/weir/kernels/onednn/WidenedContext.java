package dev.weir.kernels.onednn;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.graph.kernel.Resources;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel for float32 sees of a node whose numbers have 16 bits: copies of its inputs, and
 * memory for its outputs that {@link #finish} rounds. Everything else is the node's own.
 */
final class WidenedContext implements KernelContext {
  /** An output as the kernel sees it, and as the node has it. */
  private record Result(Tensor wide, Tensor narrow) {}

  private final KernelContext node;
  private final List<DType> outputs;
  private final @Nullable Tensor[] inputs;
  private final List<Result> results = new ArrayList<>(1);

  /**
   * A view of a node.
   *
   * @param outputs the types of the node's outputs
   */
  WidenedContext(KernelContext node, List<DType> outputs) {
    this.node = node;
    this.outputs = outputs;
    this.inputs = new Tensor[node.inputCount()];
  }

  /** Rounds the results. */
  void finish() {
    results.forEach(result -> Widening.narrow(parallel(), result.wide, result.narrow));
  }

  @Override
  public int inputCount() {
    return node.inputCount();
  }

  @Override
  public Tensor input(int i) {
    Tensor known = inputs[i];
    if (known != null) {
      return known;
    }
    Tensor input = node.input(i);
    if (Widening.handles(input.dtype())) {
      Tensor wide = node.scratch(DType.FLOAT32, input.shape());
      Widening.widen(parallel(), input, wide);
      input = wide;
    }
    inputs[i] = input;
    return input;
  }

  @Override
  public int outputCount() {
    return node.outputCount();
  }

  @Override
  public Tensor allocate(int output, Shape shape) {
    Tensor own = node.allocate(output, shape);
    if (!Widening.handles(outputs.get(output))) {
      return own;
    }
    Tensor wide = node.scratch(DType.FLOAT32, shape);
    results.add(new Result(wide, own));
    return wide;
  }

  @Override
  public Tensor forward(int input, int output, Shape shape) {
    return allocate(output, shape);
  }

  @Override
  public Tensor scratch(DType dtype, Shape shape) {
    return node.scratch(dtype, shape);
  }

  @Override
  public void set(int output, Tensor value) {
    if (Widening.handles(outputs.get(output))) {
      value.buffer().release();
      throw WeirException.internal(
          "output %d of %s must be allocated to be rounded", output, nodeName());
    }
    node.set(output, value);
  }

  @Override
  public void setDead(int output) {
    node.setDead(output);
  }

  @Override
  public Variable reference(int i) {
    return node.reference(i);
  }

  @Override
  public void setReference(int output, Variable variable) {
    node.setReference(output, variable);
  }

  @Override
  public Resources resources() {
    return node.resources();
  }

  @Override
  public Resources stepResources() {
    return node.stepResources();
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<T> create) {
    return node.sessionState(type, create);
  }

  @Override
  public ParallelFor parallel() {
    return node.parallel();
  }

  @Override
  public List<Tensor> call(String function, List<Tensor> arguments) {
    return node.call(function, arguments);
  }

  @Override
  public String nodeName() {
    return node.nodeName();
  }

  @Override
  public String device() {
    return node.device();
  }

  @Override
  public long stepId() {
    return node.stepId();
  }

  @Override
  public void checkCancelled() {
    node.checkCancelled();
  }

  @Override
  public void log(String line) {
    node.log(line);
  }
}
