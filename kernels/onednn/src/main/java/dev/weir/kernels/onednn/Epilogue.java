package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fused node does to its product, as its attribute {@code fused_ops} says: a bias is added
 * (input 2), perhaps another tensor (input 3), then there may be an activation.
 *
 * @param slope of a leaky activation
 */
record Epilogue(boolean adds, @Nullable Activation activation, float slope) {
  private static final int BIAS = 2;
  private static final int OTHER = 3;

  /** Whether oneDNN can do what the node asks for. */
  static boolean handles(KernelSpec spec) {
    return spec.attrs().strings("fused_ops").getFirst().equals("BiasAdd");
  }

  static Epilogue of(KernelSpec spec) {
    List<String> steps = spec.attrs().strings("fused_ops");
    boolean adds = steps.contains("Add");
    int activation = adds ? 2 : 1;
    return new Epilogue(
        adds,
        steps.size() > activation ? Activation.named(steps.get(activation)) : null,
        spec.attrs().floating("leakyrelu_alpha"));
  }

  /** The same for a primitive, whose result has this layout. */
  PrimitiveAttributes attributes(MemoryDesc result) {
    List<PostOp> postOps = new ArrayList<>();
    if (adds) {
      postOps.add(new PostOp.Added(result));
    }
    if (activation != null) {
      postOps.add(new PostOp.Activated(activation, slope));
    }
    return PrimitiveAttributes.with(postOps);
  }

  /** The arguments of a primitive, and what follows from this. */
  List<PrimitiveArgument> argumentsAfter(List<PrimitiveArgument> product) {
    List<PrimitiveArgument> all = new ArrayList<>(product);
    all.add(PrimitiveArgument.BIAS);
    if (adds) {
      all.add(PrimitiveArgument.ADDED);
    }
    return all;
  }

  /** The data for these arguments. */
  MemorySegment[] dataAfter(KernelContext context, MemorySegment... product) {
    List<MemorySegment> all = new ArrayList<>(List.of(product));
    all.add(context.input(BIAS).buffer().segment());
    if (adds) {
      all.add(context.input(OTHER).buffer().segment());
    }
    return all.toArray(MemorySegment[]::new);
  }
}
