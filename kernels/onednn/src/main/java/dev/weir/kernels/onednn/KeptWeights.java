package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The weights of a node in the layout its primitives prefer, kept across steps while they do not
 * change, as in inference. The same tensor has the same numbers ({@link
 * dev.weir.graph.kernel.Variable}), so identity is enough to recognize it.
 *
 * <p>One for each node and session; thread-safe. The garbage collector reclaims what is no longer
 * in use.
 */
final class KeptWeights {
  /** Layouts kept for a node whose batch size varies. */
  private static final int MOST = 64;

  private WeakReference<Tensor> weights = new WeakReference<>(null);
  private long firstStep;
  private final Map<Object, Tensor> kept = new HashMap<>();

  private KeptWeights() {}

  /** The weights of the running node. */
  static KeptWeights of(KernelContext context) {
    return context.sessionState(KeptWeights.class, KeptWeights::new);
  }

  /**
   * The weights in another layout, if an earlier step had the same ones; null if this is the first
   * with them. The caller holds the tensor while it uses it.
   *
   * @param layout tells layouts apart
   * @param bytes how many they are in it
   * @param pack puts them there
   */
  synchronized @Nullable Tensor find(
      KernelContext context,
      Tensor wanted,
      Object layout,
      long bytes,
      Consumer<MemorySegment> pack) {
    if (weights.get() != wanted) {
      weights = new WeakReference<>(wanted);
      firstStep = context.stepId();
      kept.clear();
    }
    if (context.stepId() == firstStep) {
      return null;
    }
    Tensor found = kept.get(layout);
    if (found == null) {
      if (kept.size() == MOST) {
        kept.clear();
      }
      found = Tensor.allocate(DType.UINT8, Shape.of(bytes));
      pack.accept(ConvolutionOneDnnKernel.bytes(found));
      kept.put(layout, found);
    }
    return found;
  }
}
