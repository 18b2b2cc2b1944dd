package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fused node does to its product, as its attribute {@code fused_ops} says: a bias is added
 * (input 2), perhaps another tensor (input 3), then there may be an activation.
 *
 * @param slope of a leaky activation
 */
record Epilogue(boolean adds, @Nullable FusedActivation activation, float slope) {
  private static final int BIAS = 2;
  private static final int OTHER = 3;

  /** The fewest elements worth waking another core for. */
  private static final int ELEMENTS_PER_PART = 1 << 16;

  /** Whether oneDNN can do what the node asks for. */
  static boolean handles(KernelSpec spec) {
    List<String> steps = spec.attrs().strings("fused_ops");
    String last = steps.getLast();
    return steps.getFirst().equals("BiasAdd")
        && (last.equals("BiasAdd") || last.equals("Add") || FusedActivation.named(last) != null);
  }

  static Epilogue of(KernelSpec spec) {
    List<String> steps = spec.attrs().strings("fused_ops");
    boolean adds = steps.contains("Add");
    int activation = adds ? 2 : 1;
    return new Epilogue(
        adds,
        steps.size() > activation ? FusedActivation.named(steps.get(activation)) : null,
        spec.attrs().floating("leakyrelu_alpha"));
  }

  /** Whether a loop after the product can do all steps. */
  boolean isLoop() {
    return activation == null || !activation.isPostOp();
  }

  /** Applies all steps to a matrix; only if {@link #isLoop()}. */
  void apply(KernelContext context, Tensor product) {
    int columns = Math.toIntExact(product.shape().size(1));
    MemorySegment values = bytes(product);
    MemorySegment bias = bytes(context.input(BIAS));
    MemorySegment other = adds ? bytes(context.input(OTHER)) : null;
    context
        .parallel()
        .forRange(
            product.shape().size(0),
            Math.ceilDiv(ELEMENTS_PER_PART, columns),
            (from, to) -> {
              for (long row = from; row < to; row++) {
                add(values, bias, other, row * columns, columns);
                activate(values, row * columns, columns);
              }
            });
  }

  /** Applies the steps that the primitive does not do. */
  void finish(KernelContext context, Tensor result) {
    if (activation != null && !activation.isPostOp()) {
      MemorySegment values = bytes(result);
      context
          .parallel()
          .forRange(
              result.elements(),
              ELEMENTS_PER_PART,
              (from, to) -> {
                for (long at = from; at < to; at += ELEMENTS_PER_PART) {
                  activate(values, at, (int) Math.min(ELEMENTS_PER_PART, to - at));
                }
              });
    }
  }

  private static void add(
      MemorySegment values,
      MemorySegment bias,
      @Nullable MemorySegment other,
      long start,
      int count) {
    for (int i = 0; i < count; i++) {
      float sum = at(values, start + i) + at(bias, i);
      values.setAtIndex(ValueLayout.JAVA_FLOAT, start + i, sum);
    }
    if (other != null) {
      for (int i = 0; i < count; i++) {
        float sum = at(values, start + i) + at(other, start + i);
        values.setAtIndex(ValueLayout.JAVA_FLOAT, start + i, sum);
      }
    }
  }

  private void activate(MemorySegment values, long start, int count) {
    if (activation == FusedActivation.RELU) {
      for (int i = 0; i < count; i++) {
        values.setAtIndex(ValueLayout.JAVA_FLOAT, start + i, Math.max(at(values, start + i), 0f));
      }
    } else if (activation != null) {
      for (int i = 0; i < count; i++) {
        float value = activation.apply(at(values, start + i));
        values.setAtIndex(ValueLayout.JAVA_FLOAT, start + i, value);
      }
    }
  }

  private static float at(MemorySegment floats, long index) {
    return floats.getAtIndex(ValueLayout.JAVA_FLOAT, index);
  }

  /** The steps that the primitive does, for a result of this layout. */
  PrimitiveAttributes attributes(MemoryDesc result) {
    List<PostOp> postOps = new ArrayList<>();
    if (adds) {
      postOps.add(new PostOp.Added(result));
    }
    if (activation != null && activation.isPostOp()) {
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
    all.add(bytes(context.input(BIAS)));
    if (adds) {
      all.add(bytes(context.input(OTHER)));
    }
    return all.toArray(MemorySegment[]::new);
  }
}
