package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Kernels that work along a dimension, against the reference kernels of their ops. */
final class TestNnKernels {
  private static final long[][] SHAPES = {
    {1}, {7}, {3, 5}, {17, 33}, {2, 3, 5}, {4, 1, 37}, {3, 700, 40}, {300, 700}
  };

  @Test
  void positionsOfExtremesAgree() {
    for (String op : new String[] {"ArgMax", "ArgMin"}) {
      try (KernelContest contest = KernelContest.of(op, Map.of(), DType.FLOAT32, DType.INT32)) {
        for (long[] shape : SHAPES) {
          for (int axis = -1; axis < shape.length; axis++) {
            contest.compare(KernelContest.awkward(DType.FLOAT32, 1, shape), Tensors.scalar(axis));
          }
        }
      }
    }
  }

  @Test
  void runningSumsAgree() {
    for (int form = 0; form < 4; form++) {
      Map<String, AttrValue> attrs =
          Map.of("exclusive", AttrValue.of(form % 2 == 1), "reverse", AttrValue.of(form > 1));
      try (KernelContest contest = KernelContest.of("Cumsum", attrs, DType.FLOAT32, DType.INT32)) {
        contest.compare(KernelContest.plain(DType.FLOAT32, 1, 0, 3), Tensors.scalar(0));
        for (long[] shape : SHAPES) {
          for (int axis = -1; axis < shape.length; axis++) {
            contest.compare(KernelContest.plain(DType.FLOAT32, 1, shape), Tensors.scalar(axis));
            contest.compare(KernelContest.awkward(DType.FLOAT32, 2, shape), Tensors.scalar(axis));
          }
        }
      }
    }
  }

  @Test
  void greatestElementsAgree() {
    try (KernelContest contest = KernelContest.of("TopKV2", Map.of(), DType.FLOAT32, DType.INT32)) {
      for (long[] shape : SHAPES) {
        for (int k : new int[] {0, 1, 2, 5, 33, 64, 65}) {
          if (k <= shape[shape.length - 1]) {
            contest.compare(KernelContest.awkward(DType.FLOAT32, k, shape), Tensors.scalar(k));
          }
        }
      }
      Tensor equal = Tensors.vector(1f, 2f, 2f, -0f, 0f, 2f, Float.NaN, Float.NaN, 1f);
      for (int k = 1; k < 10; k++) {
        contest.compare(equal, Tensors.scalar(k));
      }
    }
  }

  @Test
  void normalizationsByNeighborsAgree() {
    float[][] rules = {{5, 1, 1, 0.5f}, {2, 2, 1e-4f, 0.75f}, {0, 1, 0.5f, 1}, {100, 1, 2, 0.6f}};
    for (float[] rule : rules) {
      Map<String, AttrValue> attrs =
          Map.of(
              "depth_radius",
              AttrValue.of((long) rule[0]),
              "bias",
              AttrValue.of(rule[1]),
              "alpha",
              AttrValue.of(rule[2]),
              "beta",
              AttrValue.of(rule[3]));
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
        checkNormalization(attrs, dtype);
      }
    }
  }

  private static void checkNormalization(Map<String, AttrValue> attrs, DType dtype) {
    try (KernelContest forward = KernelContest.of("LRN", attrs, dtype).within(1, 0);
        KernelContest gradient =
            KernelContest.of("LRNGrad", attrs, dtype, dtype, dtype).within(4, 1e-6)) {
      for (long[] shape :
          new long[][] {{1, 1, 1, 1}, {2, 3, 5, 7}, {2, 20, 30, 64}, {0, 1, 1, 3}}) {
        forward.compare(KernelContest.awkward(dtype, 1, shape));
        gradient.compare(
            KernelContest.plain(dtype, 1, shape),
            KernelContest.plain(dtype, 2, shape),
            KernelContest.plain(dtype, 3, shape));
      }
    }
  }
}
