package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Output;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Clusters give what their nodes give one by one, to the bit. */
final class TestClusters {
  private static final long[] SIZES = {0, 1, 3, 7, 15, 16, 17, 33, 127, 1000, 2048, 2049, 10_007};

  private static Tensor awkward(long seed, long... sizes) {
    return KernelContest.awkward(DType.FLOAT32, seed, sizes);
  }

  @Test
  void chainsOfOneShape() {
    for (DType dtype : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      ClusterContest contest = new ClusterContest();
      Output x = contest.input(dtype, Shape.of(-1));
      Output y = contest.input(dtype, Shape.of(-1));
      Output product = contest.node("Mul", x, y);
      Output tanh = contest.node("Tanh", product);
      Output sum = contest.node("AddV2", tanh, x);
      contest.fetch(contest.node("Exp", contest.node("Sigmoid", contest.node("Neg", sum))));
      contest.fetch(contest.node("Square", tanh));
      for (long size : SIZES) {
        contest.compare(
            KernelContest.awkward(dtype, 1, size), KernelContest.awkward(dtype, 2, size));
      }
    }
  }

  @Test
  void integersWrap() {
    for (DType dtype : new DType[] {DType.INT32, DType.INT64}) {
      ClusterContest contest = new ClusterContest();
      Output x = contest.input(dtype, Shape.of(-1, 5));
      Output y = contest.input(dtype, Shape.of(5));
      Output product = contest.node("Mul", x, y);
      contest.fetch(contest.node("Maximum", contest.node("Square", product), x));
      contest.compare(KernelContest.awkward(dtype, 1, 77, 5), KernelContest.awkward(dtype, 2, 5));
    }
  }

  @Test
  void sumsOfMany() {
    ClusterContest contest = new ClusterContest();
    Output x = contest.input(-1);
    Output y = contest.input(-1);
    Output sum = contest.node("AddN", x, contest.node("Neg", y), y, x);
    contest.fetch(contest.node("Relu", sum));
    contest.compare(awkward(1, 501), awkward(2, 501));
  }

  @Test
  void operandsOfAllForms() {
    long[][] shapes = {{7, 33}, {33}, {7, 1}, {}, {1, 33}, {1, 1}};
    for (long columns : new long[] {1, 3, 33, 64, 128, 3000}) {
      ClusterContest contest = new ClusterContest();
      Output x = contest.input(-1, -1);
      Tensor[] values = new Tensor[1 + shapes.length];
      values[0] = awkward(0, 7, columns);
      Output result = contest.node("Neg", x);
      for (int i = 0; i < shapes.length; i++) {
        long[] sizes = shapes[i].clone();
        for (int d = 0; d < sizes.length; d++) {
          sizes[d] = sizes[d] == 33 ? columns : sizes[d];
        }
        values[1 + i] = awkward(i, sizes);
        Output operand = contest.input(DType.FLOAT32, Shape.of(sizes));
        result = contest.node(i % 2 == 0 ? "AddV2" : "Mul", operand, result);
      }
      contest.fetch(result);
      contest.compare(values);
    }
  }

  @Test
  void operandsThatRepeatSomeRows() {
    for (long columns : new long[] {1, 5, 64, 4100}) {
      ClusterContest contest = new ClusterContest();
      Output scores = contest.input(-1, 3, 4, columns);
      Output mask = contest.input(-1, 1, 1, columns);
      Output bias = contest.input(3, 1, 1);
      Output position = contest.input(4, columns);
      Output other = contest.input(-1, 1, 4, 1);
      Output sum = contest.node("AddV2", contest.node("Mul", scores, mask), bias);
      sum = contest.node("Mul", contest.node("Sub", sum, position), other);
      contest.fetch(contest.node("Tanh", sum));
      contest.compare(
          awkward(1, 2, 3, 4, columns),
          awkward(2, 2, 1, 1, columns),
          awkward(3, 3, 1, 1),
          awkward(4, 4, columns),
          awkward(5, 2, 1, 4, 1));
    }
  }

  @Test
  void softmaxOfSmallOps() {
    for (long columns : new long[] {1, 2, 10, 64, 100, 128, 5000}) {
      ClusterContest contest = new ClusterContest();
      Output x = contest.input(-1, -1);
      Output shifted = contest.node("Sub", x, contest.reduce("Max", x, true, -1));
      Output exp = contest.node("Exp", shifted);
      contest.fetch(contest.node("RealDiv", exp, contest.reduce("Sum", exp, true, -1)));
      contest.compare(awkward(1, 37, columns));
      contest.compare(KernelContest.plain(DType.FLOAT32, 1, 37, columns));
    }
  }

  @Test
  void layerNormOfSmallOps() {
    for (DType dtype : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      for (long columns : new long[] {3, 10, 64, 100, 512, 4000}) {
        ClusterContest contest = new ClusterContest();
        Output x = contest.input(dtype, Shape.of(-1, 2, columns));
        Output gamma = contest.input(dtype, Shape.of(columns));
        Output beta = contest.input(dtype, Shape.of(columns));
        Output epsilon = contest.input(dtype, Shape.scalar());
        Output mean = contest.reduce("Mean", x, true, -1);
        Output squares = contest.node("SquaredDifference", x, mean);
        Output variance = contest.reduce("Mean", squares, true, 2);
        Output scale = contest.node("Rsqrt", contest.node("AddV2", variance, epsilon));
        Output normal = contest.node("Mul", contest.node("Sub", x, mean), scale);
        contest.fetch(contest.node("AddV2", contest.node("Mul", normal, gamma), beta));
        contest.fetch(mean);
        contest.compare(
            KernelContest.plain(dtype, 1, 19, 2, columns),
            KernelContest.plain(dtype, 2, columns),
            KernelContest.plain(dtype, 3, columns),
            KernelContest.plain(dtype, 4));
      }
    }
  }

  @Test
  void reductionsOfSeveralDimensions() {
    ClusterContest contest = new ClusterContest();
    Output x = contest.input(-1, -1, -1);
    Output sum = contest.reduce("Sum", contest.node("Square", x), false, 1, 2);
    contest.fetch(contest.node("Sqrt", sum));
    contest.compare(awkward(1, 9, 5, 7));
    contest.compare(awkward(1, 9, 0, 7));
    contest.compare(awkward(1, 9, 1, 1));
  }
}
