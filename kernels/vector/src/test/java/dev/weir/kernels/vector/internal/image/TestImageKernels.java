package dev.weir.kernels.vector.internal.image;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Images in other sizes and their gradients, against the reference kernels of their ops. */
final class TestImageKernels {
  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);

  private static final List<DType> WHOLES =
      List.of(DType.INT8, DType.UINT8, DType.INT16, DType.UINT16, DType.INT32, DType.INT64);

  private static final int[][] SIZES = {{5, 7}, {1, 1}, {10, 14}, {3, 2}, {13, 5}, {200, 301}};

  private static Map<String, AttrValue> placement(int form) {
    return Map.of(
        "align_corners", AttrValue.of(form == 1), "half_pixel_centers", AttrValue.of(form == 2));
  }

  private static Tensor images(DType dtype, long... sizes) {
    return dtype.isFloating()
        ? KernelContest.plain(dtype, 1, sizes)
        : KernelContest.awkward(dtype, 1, sizes);
  }

  @Test
  void interpolatedImagesAgree() {
    for (int form = 0; form < 3; form++) {
      for (DType dtype : all()) {
        try (KernelContest contest =
            KernelContest.of("ResizeBilinear", placement(form), dtype, DType.INT32).within(1, 0)) {
          for (int[] size : SIZES) {
            for (int channels : new int[] {1, 3, 17}) {
              contest.compare(images(dtype, 2, 5, 7, channels), Tensors.vector(size));
            }
          }
          contest.compare(images(dtype, 0, 5, 7, 3), Tensors.vector(4, 4));
        }
      }
    }
  }

  @Test
  void specialNumbersAreInterpolated() {
    try (KernelContest contest =
        KernelContest.of("ResizeBilinear", placement(2), DType.FLOAT32, DType.INT32)) {
      contest.compare(KernelContest.awkward(DType.FLOAT32, 1, 2, 5, 7, 3), Tensors.vector(11, 13));
    }
  }

  private static List<DType> all() {
    return java.util.stream.Stream.concat(REALS.stream(), WHOLES.stream()).toList();
  }

  @Test
  void nearestPixelsAgree() {
    for (int form = 0; form < 3; form++) {
      for (DType dtype : all()) {
        try (KernelContest contest =
            KernelContest.of("ResizeNearestNeighbor", placement(form), dtype, DType.INT32)) {
          for (int[] size : SIZES) {
            int many = size[0] > 100 ? 17 : 100; // the reference kernel takes its time
            for (int channels : new int[] {1, 2, 3, many}) {
              contest.compare(
                  KernelContest.awkward(dtype, 3, 2, 5, 7, channels), Tensors.vector(size));
            }
          }
        }
      }
    }
  }

  @Test
  void gradientsOfInterpolationAgree() {
    for (int form = 0; form < 3; form++) {
      for (DType dtype : REALS) {
        try (KernelContest contest =
            KernelContest.of("ResizeBilinearGrad", placement(form), DType.FLOAT32, dtype)
                .within(64, 1e-4)) { // the reference rounds every sum
          for (int[] size : SIZES) {
            contest.compare(
                KernelContest.plain(DType.FLOAT32, 4, 2, size[0], size[1], 3),
                KernelContest.plain(dtype, 5, 2, 5, 7, 3));
          }
          contest.compare(
              KernelContest.plain(DType.FLOAT32, 4, 3, 90, 110, 17),
              KernelContest.plain(dtype, 5, 3, 40, 30, 17));
          contest.compare(
              KernelContest.plain(DType.FLOAT32, 4, 1, 0, 3, 2),
              KernelContest.plain(dtype, 5, 1, 4, 4, 2));
        }
      }
    }
  }

  @Test
  void gradientsOfNearestPixelsAgree() {
    for (int form = 0; form < 3; form++) {
      for (DType dtype :
          List.of(
              DType.FLOAT32,
              DType.FLOAT64,
              DType.FLOAT16,
              DType.BFLOAT16,
              DType.INT8,
              DType.UINT8,
              DType.INT32)) {
        try (KernelContest contest =
            KernelContest.of("ResizeNearestNeighborGrad", placement(form), dtype, DType.INT32)
                .within(dtype.byteSize() == 2 ? 40 : 8, 0)) {
          for (int[] size : SIZES) {
            contest.compare(images(dtype, 2, 11, 17, 3), Tensors.vector(size));
          }
          contest.compare(images(dtype, 2, 0, 4, 3), Tensors.vector(2, 2));
        }
      }
    }
  }

  private static Tensor boxes() {
    return Tensors.of(
        Shape.of(5, 4),
        0f,
        0f,
        1f,
        1f, //
        0.2f,
        0.6f,
        1.3f,
        0.1f, //
        -0.5f,
        0.3f,
        0.7f,
        0.9f, //
        Float.NaN,
        0f,
        0.5f,
        Float.POSITIVE_INFINITY, //
        0.31f,
        0.47f,
        0.31f,
        0.47f);
  }

  private static Map<String, AttrValue> method(String name) {
    return Map.of("method", AttrValue.of(name));
  }

  private static final int[][] CROPS = {{1, 1}, {2, 3}, {9, 14}, {60, 70}};

  @Test
  void cropsAgree() {
    for (String method : new String[] {"bilinear", "nearest"}) {
      for (DType dtype : all()) {
        if (dtype == DType.BFLOAT16) {
          continue; // not one of the op's
        }
        try (KernelContest contest =
            KernelContest.of(
                    "CropAndResize",
                    Map.of(
                        "method", AttrValue.of(method), "extrapolation_value", AttrValue.of(7.5f)),
                    dtype,
                    DType.FLOAT32,
                    DType.INT32,
                    DType.INT32)
                .within(1, 0)) {
          for (int[] size : CROPS) {
            contest.compare(
                images(dtype, 3, 9, 8, 5),
                boxes(),
                Tensors.vector(2, 0, 0, 1, 1),
                Tensors.vector(size));
          }
        }
      }
    }
  }

  @Test
  void gradientsOfCropsAgree() {
    for (String method : new String[] {"bilinear", "nearest"}) {
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16)) {
        try (KernelContest contest =
            KernelContest.of(
                "CropAndResizeGradImage",
                Map.of("method", AttrValue.of(method), "T", AttrValue.of(dtype)),
                DType.FLOAT32,
                DType.FLOAT32,
                DType.INT32,
                DType.INT32)) {
          for (int[] size : CROPS) {
            contest.compare(
                KernelContest.plain(DType.FLOAT32, 6, 5, size[0], size[1], 5),
                boxes(),
                Tensors.vector(2, 0, 0, 1, 1),
                Tensors.vector(3, 9, 8, 5));
          }
        }
      }
    }
  }

  @Test
  void gradientsOfBoxesAgree() {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.UINT8)) {
      try (KernelContest contest =
          KernelContest.of(
              "CropAndResizeGradBoxes",
              method("bilinear"),
              DType.FLOAT32,
              dtype,
              DType.FLOAT32,
              DType.INT32)) {
        for (int[] size : CROPS) {
          contest.compare(
              KernelContest.plain(DType.FLOAT32, 6, 5, size[0], size[1], 5),
              images(dtype, 3, 9, 8, 5),
              boxes(),
              Tensors.vector(2, 0, 0, 1, 1));
        }
      }
    }
  }

  @Test
  void boxesInMissingImagesAreRefused() {
    try (KernelContest contest =
        KernelContest.of(
            "CropAndResize",
            method("bilinear"),
            DType.UINT8,
            DType.FLOAT32,
            DType.INT32,
            DType.INT32)) {
      for (int bad : new int[] {-1, 3, Integer.MAX_VALUE}) {
        assertThatThrownBy(
                () ->
                    contest.runInVectors(
                        images(DType.UINT8, 3, 9, 8, 5),
                        boxes(),
                        Tensors.vector(2, 0, bad, 1, 1),
                        Tensors.vector(2, 2)))
            .hasMessageContaining("box_ind must be in [0, 3)");
      }
    }
  }
}
