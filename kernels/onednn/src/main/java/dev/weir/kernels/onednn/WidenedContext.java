package dev.weir.kernels.onednn;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelContextView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel for float32 sees of a node whose numbers have 16 bits: copies of its inputs, and
 * memory for its outputs that {@link #finish} rounds. Everything else is the node's own.
 */
final class WidenedContext extends KernelContextView {
  /** An output as the kernel sees it, and as the node has it. */
  private record Result(Tensor wide, Tensor narrow) {}

  private final List<DType> outputs;
  private final @Nullable Tensor[] inputs;
  private final List<Result> results = new ArrayList<>(1);

  /**
   * A view of a node.
   *
   * @param outputs the types of the node's outputs
   */
  WidenedContext(KernelContext node, List<DType> outputs) {
    super(node);
    this.outputs = outputs;
    this.inputs = new Tensor[node.inputCount()];
  }

  /** Rounds the results. */
  void finish() {
    results.forEach(result -> Widening.narrow(parallel(), result.wide, result.narrow));
  }

  @Override
  public Tensor input(int i) {
    Tensor known = inputs[i];
    if (known != null) {
      return known;
    }
    Tensor input = node().input(i);
    if (Widening.handles(input.dtype())) {
      Tensor wide = node().scratch(DType.FLOAT32, input.shape());
      Widening.widen(parallel(), input, wide);
      input = wide;
    }
    inputs[i] = input;
    return input;
  }

  @Override
  public Tensor allocate(int output, Shape shape) {
    Tensor own = node().allocate(output, shape);
    if (!Widening.handles(outputs.get(output))) {
      return own;
    }
    Tensor wide = node().scratch(DType.FLOAT32, shape);
    results.add(new Result(wide, own));
    return wide;
  }

  @Override
  public Tensor forward(int input, int output, Shape shape) {
    return allocate(output, shape);
  }

  @Override
  public void set(int output, Tensor value) {
    if (Widening.handles(outputs.get(output))) {
      value.buffer().release();
      throw WeirException.internal(
          "output %d of %s must be allocated to be rounded", output, nodeName());
    }
    node().set(output, value);
  }
}
