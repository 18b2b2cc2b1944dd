package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelContextView;
import dev.weir.graph.kernel.Resources;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Kernels one after the other as the kernel of one node: what a link gives is the first input of
 * the next, what the last gives is the output of the node. So a node that stands for several gives
 * what these give, to the bit.
 *
 * <p>For kernels without state whose outputs all have the type of the node's output.
 */
final class KernelChain implements Kernel {
  /** Stands for what the link before gave. */
  static final int BEFORE = -1;

  /**
   * A kernel of the chain.
   *
   * @param outputs how many outputs it has; only the first is handed on
   * @param inputs which of the node's inputs are its own, or {@link #BEFORE}
   */
  record Link(Kernel kernel, int outputs, List<Integer> inputs) {}

  private final List<Link> links;

  KernelChain(List<Link> links) {
    this.links = List.copyOf(links);
  }

  @Override
  public void compute(KernelContext context) {
    DType dtype = context.input(0).dtype();
    Tensor before = context.input(0);
    for (int i = 0; i < links.size(); i++) {
      boolean isLast = i == links.size() - 1;
      LinkContext link = new LinkContext(context, links.get(i), before, dtype, isLast);
      links.get(i).kernel().compute(link);
      before = link.result();
    }
  }

  /** What a kernel of the chain sees: its own inputs, and memory for its outputs. */
  private static final class LinkContext extends KernelContextView {
    private final Link link;
    private final Tensor before;
    private final DType dtype;
    private final boolean isLast;
    private @Nullable Tensor result;

    LinkContext(KernelContext node, Link link, Tensor before, DType dtype, boolean isLast) {
      super(node);
      this.link = link;
      this.before = before;
      this.dtype = dtype;
      this.isLast = isLast;
    }

    Tensor result() {
      if (result == null) {
        throw WeirException.internal("a kernel in %s gave nothing", node().nodeName());
      }
      return result;
    }

    @Override
    public int inputCount() {
      return link.inputs().size();
    }

    @Override
    public Tensor input(int i) {
      int position = link.inputs().get(i);
      return position == BEFORE ? before : node().input(position);
    }

    @Override
    public int outputCount() {
      return link.outputs();
    }

    @Override
    public boolean isWanted(int output) {
      return true; // the outputs are the link's own, not the node's
    }

    @Override
    public Tensor allocate(int output, Shape shape) {
      if (output != 0) {
        return node().scratch(dtype, shape);
      }
      result = isLast ? node().allocate(0, shape) : node().scratch(dtype, shape);
      return result;
    }

    @Override
    public Tensor forward(int input, int output, Shape shape) {
      boolean isOurs = link.inputs().get(input) == BEFORE && before.shape().equals(shape);
      if (output != 0 || isLast || !isOurs) {
        return allocate(output, shape);
      }
      result = before;
      return before;
    }

    @Override
    public void set(int output, Tensor value) {
      value.buffer().release();
      throw stateless();
    }

    @Override
    public void setDead(int output) {
      throw stateless();
    }

    @Override
    public Variable reference(int i) {
      throw stateless();
    }

    @Override
    public void setReference(int output, Variable variable) {
      throw stateless();
    }

    @Override
    public Resources resources() {
      throw stateless();
    }

    @Override
    public Resources stepResources() {
      throw stateless();
    }

    @Override
    public <T> T sessionState(Class<T> type, Supplier<T> create) {
      throw stateless();
    }

    @Override
    public List<Tensor> call(String function, List<Tensor> arguments) {
      throw stateless();
    }

    private WeirException stateless() {
      return WeirException.internal(
          "a kernel in the chain of %s does more than compute outputs", node().nodeName());
    }
  }
}
