package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Convolutions and their gradients, against the reference kernels of their ops. */
final class TestConvolutionKernels {
  /** Strides, dilations and padding, with channels last. */
  private record Sliding(long[] strides, long[] dilations, String padding, long... explicit) {
    Map<String, AttrValue> attributes(boolean isLast) {
      Map<String, AttrValue> attrs = new HashMap<>();
      attrs.put("strides", AttrValue.ofInts(ordered(strides, isLast)));
      attrs.put("dilations", AttrValue.ofInts(ordered(dilations, isLast)));
      attrs.put("padding", AttrValue.of(padding));
      if (explicit.length > 0) {
        attrs.put("explicit_paddings", AttrValue.ofInts(explicit(isLast)));
      }
      int rank = strides.length;
      String format = rank == 4 ? (isLast ? "NHWC" : "NCHW") : (isLast ? "NDHWC" : "NCDHW");
      attrs.put("data_format", AttrValue.of(format));
      return attrs;
    }

    private long[] explicit(boolean isLast) {
      long[] all = new long[2 * strides.length];
      System.arraycopy(explicit, 0, all, isLast ? 2 : 4, explicit.length);
      return all;
    }
  }

  private static final List<Sliding> OF_IMAGES =
      List.of(
          new Sliding(new long[] {1, 1, 1, 1}, new long[] {1, 1, 1, 1}, "SAME"),
          new Sliding(new long[] {1, 2, 2, 1}, new long[] {1, 1, 1, 1}, "SAME"),
          new Sliding(new long[] {1, 2, 2, 1}, new long[] {1, 1, 1, 1}, "VALID"),
          new Sliding(new long[] {1, 1, 1, 1}, new long[] {1, 2, 3, 1}, "SAME"),
          new Sliding(new long[] {1, 3, 3, 1}, new long[] {1, 1, 1, 1}, "EXPLICIT", 3, 0, 1, 4));

  private static final List<Sliding> OF_VOLUMES =
      List.of(
          new Sliding(new long[] {1, 1, 1, 1, 1}, new long[] {1, 1, 1, 1, 1}, "SAME"),
          new Sliding(new long[] {1, 2, 1, 2, 1}, new long[] {1, 1, 1, 1, 1}, "VALID"));

  private static long[] ordered(long[] sizes, boolean isLast) {
    if (isLast) {
      return sizes;
    }
    long[] first = new long[sizes.length];
    first[0] = sizes[0];
    first[1] = sizes[sizes.length - 1];
    System.arraycopy(sizes, 1, first, 2, sizes.length - 2);
    return first;
  }

  private static Tensor sizes(long... sizes) {
    int[] numbers = new int[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      numbers[i] = (int) sizes[i];
    }
    return Tensors.vector(numbers);
  }

  /** A convolution and both its gradients. */
  private static void check(
      String op, String version, DType dtype, Sliding slide, long[] input, long... filter) {
    for (boolean isLast : new boolean[] {true, false}) {
      Map<String, AttrValue> attrs = slide.attributes(isLast);
      double tolerance = dtype == DType.FLOAT64 ? 1e-11 : 1e-3;
      int ulps = dtype.byteSize() == 2 ? 1 : 1000;
      Tensor images = KernelContest.plain(dtype, 1, ordered(input, isLast));
      Tensor weights = KernelContest.plain(dtype, 2, filter);
      Shape shape;
      try (KernelContest contest =
          KernelContest.of(op, attrs, dtype, dtype).within(ulps, tolerance)) {
        contest.compare(images, weights);
        shape = contest.runInVectors(images, weights).getFirst().shape();
      }
      Tensor gradient = KernelContest.plain(dtype, 3, shape.sizes());
      try (KernelContest contest =
          KernelContest.of(op + "BackpropInput" + version, attrs, DType.INT32, dtype, dtype)
              .within(ulps, tolerance)) {
        contest.compare(sizes(ordered(input, isLast)), weights, gradient);
      }
      try (KernelContest contest =
          KernelContest.of(op + "BackpropFilter" + version, attrs, dtype, DType.INT32, dtype)
              .within(ulps, tolerance)) {
        contest.compare(images, sizes(filter), gradient);
      }
    }
  }

  @Test
  void convolutionsOfImagesAgree() {
    for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT32)) {
      for (Sliding slide : OF_IMAGES) {
        check("Conv2D", "", dtype, slide, new long[] {2, 9, 11, 3}, 3, 4, 3, 5);
        check("Conv2D", "", dtype, slide, new long[] {2, 8, 7, 6}, 2, 2, 3, 4); // two groups
        check("Conv2D", "", dtype, slide, new long[] {3, 6, 5, 7}, 1, 1, 7, 9);
        check("Conv2D", "", dtype, slide, new long[] {0, 6, 5, 7}, 1, 1, 7, 9);
      }
    }
  }

  @Test
  void manyPatchesAreTakenInParts() {
    Sliding slide = OF_IMAGES.getFirst();
    check("Conv2D", "", DType.FLOAT64, slide, new long[] {3, 64, 60, 16}, 5, 5, 16, 8);
  }

  @Test
  void convolutionsOfVolumesAgree() {
    for (Sliding slide : OF_VOLUMES) {
      check("Conv3D", "V2", DType.FLOAT64, slide, new long[] {2, 5, 6, 7, 3}, 2, 3, 2, 3, 4);
    }
  }

  @Test
  void depthwiseConvolutionsAgree() {
    for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
      for (Sliding slide : OF_IMAGES) {
        check("DepthwiseConv2dNative", "", dtype, slide, new long[] {2, 9, 11, 5}, 3, 4, 5, 1);
        check("DepthwiseConv2dNative", "", dtype, slide, new long[] {2, 9, 11, 3}, 2, 3, 3, 2);
      }
    }
  }
}
