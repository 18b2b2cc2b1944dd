package dev.weir.bench.suite;

import dev.weir.graph.Node;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.graph.kernel.Resources;
import dev.weir.graph.kernel.Variable;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kernel without a session around it, as near to nothing as a context can be: inputs that are
 * there, outputs from the shared allocator, all cores. For kernels of numbers without state.
 */
final class LoneKernel implements KernelContext {
  private final Kernel kernel;
  private final Node node;
  private final List<Tensor> inputs;
  private final @Nullable Tensor[] outputs;
  private final List<Tensor> scratch = new ArrayList<>(1);

  LoneKernel(Kernel kernel, Node node, List<Tensor> inputs) {
    this.kernel = kernel;
    this.node = node;
    this.inputs = List.copyOf(inputs);
    this.outputs = new Tensor[node.outputCount()];
  }

  /** Runs the kernel once and gives its memory back. */
  void compute() {
    kernel.compute(this);
    for (int i = 0; i < outputs.length; i++) {
      Tensor output = outputs[i];
      outputs[i] = null;
      if (output != null) {
        output.buffer().release();
      }
    }
    scratch.forEach(tensor -> tensor.buffer().release());
    scratch.clear();
  }

  @Override
  public int inputCount() {
    return inputs.size();
  }

  @Override
  public Tensor input(int i) {
    return inputs.get(i);
  }

  @Override
  public int outputCount() {
    return outputs.length;
  }

  @Override
  public Tensor allocate(int output, Shape shape) {
    Tensor tensor = newTensor(node.outputDtype(output), shape);
    outputs[output] = tensor;
    return tensor;
  }

  @Override
  public Tensor forward(int input, int output, Shape shape) {
    return allocate(output, shape);
  }

  @Override
  public Tensor scratch(DType dtype, Shape shape) {
    Tensor tensor = newTensor(dtype, shape);
    scratch.add(tensor);
    return tensor;
  }

  private Tensor newTensor(DType dtype, Shape shape) {
    return Tensor.allocate(Allocator.shared(), dtype, shape, node.name());
  }

  @Override
  public void set(int output, Tensor value) {
    outputs[output] = value;
  }

  @Override
  public void setDead(int output) {
    outputs[output] = null;
  }

  @Override
  public ParallelFor parallel() {
    return ComputePool.shared();
  }

  @Override
  public MatrixProducts products() {
    return KernelSelector.standard().products().orElseThrow();
  }

  @Override
  public Optional<ElementMoves> moves() {
    return KernelSelector.standard().moves();
  }

  @Override
  public String nodeName() {
    return node.name();
  }

  @Override
  public String device() {
    return "/device:CPU:0";
  }

  @Override
  public long stepId() {
    return 1;
  }

  @Override
  public void checkCancelled() {}

  @Override
  public StopRegistration onStop(Runnable wake) {
    return () -> {};
  }

  @Override
  public void log(String line) {}

  @Override
  public Variable reference(int i) {
    throw hasNoSession();
  }

  @Override
  public void setReference(int output, Variable variable) {
    throw hasNoSession();
  }

  @Override
  public Resources resources() {
    throw hasNoSession();
  }

  @Override
  public Resources stepResources() {
    throw hasNoSession();
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<T> create) {
    throw hasNoSession();
  }

  @Override
  public List<Tensor> call(String function, List<Tensor> arguments) {
    throw hasNoSession();
  }

  private static UnsupportedOperationException hasNoSession() {
    return new UnsupportedOperationException("a kernel that is measured alone has no session");
  }
}
