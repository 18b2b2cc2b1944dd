package dev.weir.kernels.vector.internal.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pools and their gradients, against the reference kernels of their ops. */
final class TestPoolKernels {
  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);

  private static final List<DType> ALL =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.UINT32,
          DType.INT64,
          DType.UINT64);

  /** A window's size and strides, and padding. */
  private record Window(int[] size, int[] strides, String padding) {
    Map<String, AttrValue> attributes(boolean isLast) {
      Map<String, AttrValue> attrs = new HashMap<>();
      attrs.put("ksize", AttrValue.ofInts(longs(size, isLast)));
      attrs.put("strides", AttrValue.ofInts(longs(strides, isLast)));
      attrs.put("padding", AttrValue.of(padding));
      if (!isLast) {
        attrs.put("data_format", AttrValue.of(size.length == 4 ? "NCHW" : "NCDHW"));
      }
      return attrs;
    }

    private static long[] longs(int[] values, boolean isLast) {
      long[] all = new long[values.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = values[i];
      }
      return ordered(all, isLast);
    }
  }

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

  private static final List<Window> WINDOWS =
      List.of(
          new Window(new int[] {1, 2, 2, 1}, new int[] {1, 2, 2, 1}, "VALID"),
          new Window(new int[] {1, 3, 2, 1}, new int[] {1, 2, 1, 1}, "SAME"),
          new Window(new int[] {1, 2, 3, 1}, new int[] {1, 4, 5, 1}, "SAME"),
          new Window(new int[] {1, 9, 11, 1}, new int[] {1, 1, 1, 1}, "SAME"));

  private static final long[] IMAGES = {3, 9, 11, 5};
  private static final Window CUBE =
      new Window(new int[] {1, 2, 3, 2, 1}, new int[] {1, 1, 2, 2, 1}, "SAME");
  private static final long[] VOLUMES = {2, 4, 5, 6, 3};

  private static Tensor numbers(DType dtype, long seed, long... sizes) {
    return dtype.isFloating()
        ? KernelContest.plain(dtype, seed, sizes)
        : KernelContest.awkward(dtype, seed, sizes);
  }

  private static DType[] repeat(DType dtype, int count) {
    DType[] dtypes = new DType[count];
    java.util.Arrays.fill(dtypes, dtype);
    return dtypes;
  }

  @Test
  void averagesAgree() {
    for (DType dtype : REALS) {
      for (boolean isLast : new boolean[] {true, false}) {
        for (Window window : WINDOWS) {
          checkAverages("AvgPool", dtype, window, isLast, IMAGES);
        }
        checkAverages("AvgPool3D", dtype, CUBE, isLast, VOLUMES);
      }
    }
  }

  private static void checkAverages(
      String op, DType dtype, Window window, boolean isLast, long[] sizes) {
    Map<String, AttrValue> attrs = window.attributes(isLast);
    Tensor images = numbers(dtype, 1, ordered(sizes, isLast));
    Tensor averages;
    try (KernelContest contest = KernelContest.of(op, attrs, dtype).within(8, 0)) {
      contest.compare(images);
      averages = contest.runInVectors(images).getFirst();
    }
    int[] shape = new int[sizes.length];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = (int) images.shape().size(i);
    }
    try (KernelContest contest =
        KernelContest.of(op + "Grad", attrs, DType.INT32, dtype)
            .within(dtype.byteSize() == 2 ? 64 : 256, 1e-6)) {
      contest.compare(
          Tensors.vector(shape), KernelContest.plain(dtype, 2, averages.shape().sizes()));
    }
  }

  @Test
  void largestElementsAgree() {
    for (DType dtype : ALL) {
      for (Window window : WINDOWS) {
        checkMaximums("MaxPool", dtype, window, true, IMAGES);
        if (dtype == DType.FLOAT64 || dtype == DType.INT32) {
          checkMaximums("MaxPool", dtype, window, false, IMAGES);
        }
      }
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
      checkMaximums("MaxPool3D", dtype, CUBE, true, VOLUMES);
    }
  }

  private static void checkMaximums(
      String op, DType dtype, Window window, boolean isLast, long[] sizes) {
    if (dtype == DType.UINT32 || dtype == DType.UINT64) {
      return; // types of the gradients alone
    }
    Map<String, AttrValue> attrs = window.attributes(isLast);
    Tensor images = numbers(dtype, 1, ordered(sizes, isLast));
    Tensor special = KernelContest.awkward(dtype, 2, ordered(sizes, isLast));
    Tensor largest;
    Tensor ofSpecial;
    try (KernelContest contest = KernelContest.of(op, attrs, dtype)) {
      contest.compare(images);
      contest.compare(special);
      largest = contest.runInVectors(images).getFirst();
      ofSpecial = contest.runInVectors(special).getFirst();
    }
    Tensor gradient = numbers(dtype, 3, largest.shape().sizes());
    try (KernelContest contest = KernelContest.of(op + "Grad", attrs, repeat(dtype, 3))) {
      contest.compare(images, largest, gradient);
      contest.compare(special, ofSpecial, gradient);
    }
    try (KernelContest contest = KernelContest.of(op + "GradGrad", attrs, repeat(dtype, 3))) {
      contest.compare(images, largest, numbers(dtype, 5, ordered(sizes, isLast)));
      contest.compare(special, ofSpecial, numbers(dtype, 5, ordered(sizes, isLast)));
    }
  }

  @Test
  void windowsThatAreInputsAgree() {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.UINT8, DType.INT64)) {
      for (Window window : WINDOWS) {
        Map<String, AttrValue> attrs = Map.of("padding", AttrValue.of(window.padding));
        Tensor images = numbers(dtype, 1, IMAGES);
        Tensor size = Tensors.vector(window.size);
        Tensor strides = Tensors.vector(window.strides);
        Tensor largest;
        try (KernelContest contest =
            KernelContest.of("MaxPoolV2", attrs, dtype, DType.INT32, DType.INT32)) {
          contest.compare(images, size, strides);
          contest.compare(images, Tensors.vector(1, 1, 1, 5), Tensors.vector(1, 1, 1, 5));
          largest = contest.runInVectors(images, size, strides).getFirst();
        }
        Tensor gradient = numbers(dtype, 3, largest.shape().sizes());
        try (KernelContest contest =
            KernelContest.of(
                "MaxPoolGradV2", attrs, dtype, dtype, dtype, DType.INT32, DType.INT32)) {
          contest.compare(images, largest, gradient, size, strides);
        }
      }
    }
  }

  @Test
  void positionsOfLargestElementsAgree() {
    for (DType dtype : ALL) {
      for (boolean countsBatch : new boolean[] {true, false}) {
        for (Window window : WINDOWS) {
          Map<String, AttrValue> attrs = window.attributes(true);
          attrs.put("include_batch_in_index", AttrValue.of(countsBatch));
          Tensor images = numbers(dtype, 1, IMAGES);
          Tensor positions;
          try (KernelContest contest = KernelContest.of("MaxPoolWithArgmax", attrs, dtype)) {
            contest.compare(images);
            contest.compare(KernelContest.awkward(dtype, 2, IMAGES));
            positions = contest.runInVectors(images).get(1);
          }
          try (KernelContest contest =
              KernelContest.of("MaxPoolGradWithArgmax", attrs, dtype, dtype, DType.INT64)) {
            contest.compare(images, numbers(dtype, 3, positions.shape().sizes()), positions);
          }
          try (KernelContest contest =
              KernelContest.of("MaxPoolGradGradWithArgmax", attrs, dtype, dtype, DType.INT64)) {
            contest.compare(images, numbers(dtype, 3, IMAGES), positions);
          }
        }
      }
    }
  }

  @Test
  void positionsOutsideOfImagesAreRefused() {
    Map<String, AttrValue> attrs = WINDOWS.getFirst().attributes(true);
    for (String op : new String[] {"MaxPoolGradWithArgmax", "MaxPoolGradGradWithArgmax"}) {
      try (KernelContest contest =
          KernelContest.of(op, attrs, DType.FLOAT32, DType.FLOAT32, DType.INT64)) {
        for (long bad : new long[] {-1, 4, Long.MAX_VALUE}) {
          Tensor images = KernelContest.plain(DType.FLOAT32, 1, 1, 2, 2, 1);
          boolean isSecond = op.contains("GradGrad");
          Tensor gradient = isSecond ? images : KernelContest.plain(DType.FLOAT32, 1, 1, 1, 1, 1);
          Tensor argmax =
              Tensors.vector(bad).reshaped(gradient.shape().withSize(1, 1).withSize(2, 1));
          assertThatThrownBy(() -> contest.runInVectors(images, gradient, argmax))
              .hasMessageContaining("argmax must be a position in the images");
        }
      }
    }
  }
}
