package dev.weir.bench.suite;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Random;

/** A product of float32 matrices: {@code [m,k] * [k,n]}. */
record GemmSize(int m, int k, int n) {
  /** Square ones that fit one cache after the other, then what layers and gradients look like. */
  static final List<GemmSize> ALL =
      List.of(
          new GemmSize(64, 64, 64),
          new GemmSize(128, 128, 128),
          new GemmSize(256, 256, 256),
          new GemmSize(512, 512, 512),
          new GemmSize(1024, 1024, 1024),
          new GemmSize(2048, 2048, 2048),
          new GemmSize(1, 1024, 1024),
          new GemmSize(32, 784, 512),
          new GemmSize(128, 512, 10),
          new GemmSize(2048, 64, 2048),
          new GemmSize(1024, 1024, 1));

  /** Floating-point operations, in billions. */
  double gigaflops() {
    return 2e-9 * m * k * n;
  }

  Tensor left() {
    return random(m, k, 1);
  }

  Tensor right() {
    return random(k, n, 2);
  }

  private static Tensor random(int rows, int columns, long seed) {
    Random random = new Random(seed);
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Tensors.of(Shape.of(rows, columns), values);
  }

  @Override
  public String toString() {
    return m + "x" + k + "x" + n;
  }
}
