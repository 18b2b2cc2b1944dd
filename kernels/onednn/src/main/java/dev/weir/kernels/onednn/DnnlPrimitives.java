package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.DnnlStatus.check;
import static dev.weir.kernels.onednn.NativeCalls.FLOAT;
import static dev.weir.kernels.onednn.NativeCalls.INT;
import static dev.weir.kernels.onednn.NativeCalls.POINTER;
import static dev.weir.kernels.onednn.NativeCalls.status;
import static dev.weir.kernels.onednn.NativeCalls.unexpected;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The functions of oneDNN's C API that describe the primitives of neural networks. The caller that
 * creates a descriptor destroys it.
 */
final class DnnlPrimitives {
  private static final int FORWARD_TRAINING = 64;
  private static final int FORWARD_INFERENCE = 96;
  private static final int BACKWARD = 128;
  private static final int CONVOLUTION_DIRECT = 1;

  private static final MethodHandle CONVOLUTION_FORWARD =
      status(
          "dnnl_convolution_forward_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // prop_kind
          INT, // alg_kind
          POINTER, // src
          POINTER, // weights
          POINTER, // bias
          POINTER, // dst
          POINTER, // strides
          POINTER, // dilates
          POINTER, // padding_l
          POINTER, // padding_r
          POINTER);
  private static final MethodHandle CONVOLUTION_BACKWARD_DATA =
      status(
          "dnnl_convolution_backward_data_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // alg_kind
          POINTER, // diff_src
          POINTER, // weights
          POINTER, // diff_dst
          POINTER, // strides
          POINTER, // dilates
          POINTER, // padding_l
          POINTER, // padding_r
          POINTER, // hint
          POINTER);
  private static final MethodHandle CONVOLUTION_BACKWARD_WEIGHTS =
      status(
          "dnnl_convolution_backward_weights_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // alg_kind
          POINTER, // src
          POINTER, // diff_weights
          POINTER, // diff_bias
          POINTER, // diff_dst
          POINTER, // strides
          POINTER, // dilates
          POINTER, // padding_l
          POINTER, // padding_r
          POINTER, // hint
          POINTER);
  private static final MethodHandle POOLING_FORWARD =
      status(
          "dnnl_pooling_forward_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // prop_kind
          INT, // alg_kind
          POINTER, // src
          POINTER, // dst
          POINTER, // strides
          POINTER, // kernel
          POINTER, // dilation
          POINTER, // padding_l
          POINTER, // padding_r
          POINTER);
  private static final MethodHandle POOLING_BACKWARD =
      status(
          "dnnl_pooling_backward_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // alg_kind
          POINTER, // diff_src
          POINTER, // diff_dst
          POINTER, // strides
          POINTER, // kernel
          POINTER, // dilation
          POINTER, // padding_l
          POINTER, // padding_r
          POINTER, // hint
          POINTER);
  private static final MethodHandle BATCH_NORM_FORWARD =
      status(
          "dnnl_batch_normalization_forward_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // prop_kind
          POINTER, // src
          POINTER, // dst
          FLOAT, // epsilon
          INT, // flags
          POINTER);
  private static final MethodHandle BATCH_NORM_BACKWARD =
      status(
          "dnnl_batch_normalization_backward_primitive_desc_create",
          POINTER,
          POINTER,
          INT, // prop_kind
          POINTER, // diff_src
          POINTER, // diff_dst
          POINTER, // src
          FLOAT, // epsilon
          INT, // flags
          POINTER, // hint
          POINTER);
  private static final MethodHandle REORDER =
      status(
          "dnnl_reorder_primitive_desc_create",
          POINTER,
          POINTER, // src
          POINTER, // its engine
          POINTER, // dst
          POINTER, // its engine
          POINTER);

  private DnnlPrimitives() {}

  /**
   * How a window slides, as oneDNN wants it: the dilations count what is left out.
   *
   * @param size of the window; empty for convolutions, whose weights have it
   */
  record Slide(long[] strides, long[] size, long[] dilates, long[] before, long[] after) {
    private long[][] all() {
      return new long[][] {strides, size, dilates, before, after};
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Slide that && Arrays.deepEquals(all(), that.all());
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(all());
    }

    @Override
    public String toString() {
      return "strides %s, window %s, dilations %s, padding %s %s"
          .formatted((Object[]) Arrays.stream(all()).map(Arrays::toString).toArray(String[]::new));
    }
  }

  /** Calls a C function that writes the handle of a new descriptor to its first argument. */
  private interface Creation {
    int call(long out, Addresses at) throws Throwable;
  }

  /** Copies of the arrays of a slide in native memory. */
  private record Addresses(long strides, long size, long dilates, long before, long after) {
    static Addresses of(Slide slide, Arena arena) {
      return new Addresses(
          copy(slide.strides, arena),
          copy(slide.size, arena),
          copy(slide.dilates, arena),
          copy(slide.before, arena),
          copy(slide.after, arena));
    }

    private static long copy(long[] values, Arena arena) {
      return arena.allocateFrom(ValueLayout.JAVA_LONG, values).address();
    }
  }

  private static final Slide NONE =
      new Slide(new long[0], new long[0], new long[0], new long[0], new long[0]);

  private static long create(String function, Slide slide, Creation creation) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      check(function, creation.call(out.address(), Addresses.of(slide, arena)));
      return out.get(ValueLayout.JAVA_LONG, 0);
    } catch (Throwable t) {
      throw unexpected(function, t);
    }
  }

  /** {@code bias} may be 0. */
  static long convolution(
      long engine,
      long source,
      long weights,
      long bias,
      long destination,
      Slide slide,
      long attributes) {
    return create(
        "dnnl_convolution_forward_primitive_desc_create",
        slide,
        (out, at) ->
            (int)
                CONVOLUTION_FORWARD.invokeExact(
                    out,
                    engine,
                    FORWARD_TRAINING,
                    CONVOLUTION_DIRECT,
                    source,
                    weights,
                    bias,
                    destination,
                    at.strides,
                    at.dilates,
                    at.before,
                    at.after,
                    attributes));
  }

  static long convolutionBackwardData(
      long engine,
      long source,
      long weights,
      long destination,
      Slide slide,
      long hint,
      long attributes) {
    return create(
        "dnnl_convolution_backward_data_primitive_desc_create",
        slide,
        (out, at) ->
            (int)
                CONVOLUTION_BACKWARD_DATA.invokeExact(
                    out,
                    engine,
                    CONVOLUTION_DIRECT,
                    source,
                    weights,
                    destination,
                    at.strides,
                    at.dilates,
                    at.before,
                    at.after,
                    hint,
                    attributes));
  }

  /** {@code bias} may be 0. */
  static long convolutionBackwardWeights(
      long engine,
      long source,
      long weights,
      long bias,
      long destination,
      Slide slide,
      long hint,
      long attributes) {
    return create(
        "dnnl_convolution_backward_weights_primitive_desc_create",
        slide,
        (out, at) ->
            (int)
                CONVOLUTION_BACKWARD_WEIGHTS.invokeExact(
                    out,
                    engine,
                    CONVOLUTION_DIRECT,
                    source,
                    weights,
                    bias,
                    destination,
                    at.strides,
                    at.dilates,
                    at.before,
                    at.after,
                    hint,
                    attributes));
  }

  /** Keeps what the gradient needs if {@code isTraining}. */
  static long pooling(
      long engine,
      boolean isTraining,
      int algorithm,
      long source,
      long destination,
      Slide slide,
      long attributes) {
    int kind = isTraining ? FORWARD_TRAINING : FORWARD_INFERENCE;
    return create(
        "dnnl_pooling_forward_primitive_desc_create",
        slide,
        (out, at) ->
            (int)
                POOLING_FORWARD.invokeExact(
                    out,
                    engine,
                    kind,
                    algorithm,
                    source,
                    destination,
                    at.strides,
                    at.size,
                    at.dilates,
                    at.before,
                    at.after,
                    attributes));
  }

  static long poolingBackward(
      long engine,
      int algorithm,
      long source,
      long destination,
      Slide slide,
      long hint,
      long attributes) {
    return create(
        "dnnl_pooling_backward_primitive_desc_create",
        slide,
        (out, at) ->
            (int)
                POOLING_BACKWARD.invokeExact(
                    out,
                    engine,
                    algorithm,
                    source,
                    destination,
                    at.strides,
                    at.size,
                    at.dilates,
                    at.before,
                    at.after,
                    hint,
                    attributes));
  }

  static long batchNorm(
      long engine,
      boolean isTraining,
      long source,
      long destination,
      float epsilon,
      int flags,
      long attributes) {
    int kind = isTraining ? FORWARD_TRAINING : FORWARD_INFERENCE;
    return create(
        "dnnl_batch_normalization_forward_primitive_desc_create",
        NONE,
        (out, at) ->
            (int)
                BATCH_NORM_FORWARD.invokeExact(
                    out, engine, kind, source, destination, epsilon, flags, attributes));
  }

  /** The gradients of images have the layout of the images. */
  static long batchNormBackward(
      long engine, long images, float epsilon, int flags, long hint, long attributes) {
    return create(
        "dnnl_batch_normalization_backward_primitive_desc_create",
        NONE,
        (out, at) ->
            (int)
                BATCH_NORM_BACKWARD.invokeExact(
                    out,
                    engine,
                    BACKWARD,
                    images,
                    images,
                    images,
                    epsilon,
                    flags,
                    hint,
                    attributes));
  }

  static long reorder(long engine, long source, long destination, long attributes) {
    return create(
        "dnnl_reorder_primitive_desc_create",
        NONE,
        (out, at) ->
            (int) REORDER.invokeExact(out, source, engine, destination, engine, attributes));
  }
}
