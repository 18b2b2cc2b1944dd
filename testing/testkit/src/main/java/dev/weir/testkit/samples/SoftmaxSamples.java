package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of softmax, its losses, biases and cross products. */
final class SoftmaxSamples {
  private SoftmaxSamples() {}

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    softmax(all);
    dense(all);
    sparse(all);
    biases(all);
    crosses(all);
    return all;
  }

  private static void softmax(List<OpSample> all) {
    for (String op : List.of("Softmax", "LogSoftmax")) {
      all.add(sample(op, "rows", matrix(2, 3, 1, 2, 3, -1, 0, 0.5)).ulps(3));
      all.add(sample(op, "large", matrix(2, 3, 1000, 1001, 950, -1000, -1000, -1000)).ulps(3));
      all.add(sample(op, "of a vector", random(40, -3, 3, 7)).ulps(3));
      all.add(sample(op, "three dimensions", random(41, -3, 3, 2, 2, 5)).ulps(3));
      all.add(
          sample(
              op,
              "infinities",
              matrix(4, 2, 1, INFINITY, 1, -INFINITY, -INFINITY, -INFINITY, Double.NaN, 1)));
      all.add(sample(op, "one class", matrix(2, 1, 5, -3)));
      all.add(sample(op, "no rows", empty(0, 3)));
      all.add(sample(op, "of a scalar", scalar(1)).refused("at least rank 1"));
    }
  }

  private static void dense(List<OpSample> all) {
    String op = "SoftmaxCrossEntropyWithLogits";
    Values logits = matrix(2, 3, 1, 2, 3, -1, 0, 0.5);
    // p - label cancels
    Tolerance tolerance = new Tolerance(4, 0, 0);
    all.add(sample(op, "rows", logits, matrix(2, 3, 1, 0, 0, 0.25, 0.5, 0.25)).within(tolerance));
    // the gradient is output 1, which is the derivative only if labels add up to 1
    all.add(
        sample(op, "labels that do not add up", logits, matrix(2, 3, 1, 1, 0, 0, 0, 0))
            .within(tolerance)
            .withoutGradient());
    all.add(sample(op, "one row of labels", logits, matrix(1, 3, 0, 1, 0)).within(tolerance));
    all.add(sample(op, "vector of labels", logits, vector(0, 1, 0)).within(tolerance));
    all.add(
        sample(op, "one row of logits", matrix(1, 3, 1, 2, 3), matrix(2, 3, 1, 0, 0, 0, 0.5, 0.5))
            .within(tolerance));
    // and these labels do not either
    all.add(
        sample(op, "one column of labels", logits, matrix(2, 1, 0.5, 0.75))
            .within(tolerance)
            .withoutGradient());
    all.add(
        sample(op, "large", matrix(1, 3, 100, 110, 90), matrix(1, 3, 0, 0, 1)).within(tolerance));
    all.add(
        sample(op, "impossible class", matrix(1, 2, 1, -INFINITY), matrix(1, 2, 1, 0))
            .within(tolerance));
    all.add(sample(op, "no rows", empty(0, 3), empty(0, 3)));
    all.add(
        sample(op, "sizes that do not fit", logits, range(2, 2)).refused("Incompatible shapes"));
    all.add(sample(op, "vectors", vector(1, 2), vector(1, 2)).refused("broadcast to a matrix"));
    all.add(
        sample(op, "three dimensions", range(2, 2, 2), range(2, 2, 2))
            .refused("broadcast to a matrix"));
  }

  private static void sparse(List<OpSample> all) {
    String op = "SparseSoftmaxCrossEntropyWithLogits";
    Values logits = matrix(2, 3, 1, 2, 3, -1, 0, 0.5);
    all.add(sample(op, "rows", logits, vector(2, 0)).ulps(4));
    all.add(sample(op, "large", matrix(1, 3, 100, 110, 90), vector(2)).ulps(4));
    all.add(sample(op, "no rows", empty(0, 3), empty(0)));
    all.add(sample(op, "label too large", logits, vector(3, 0)).refused("labels[0] is 3"));
    all.add(sample(op, "negative label", logits, vector(0, -1)).refused("labels[1] is -1"));
    all.add(sample(op, "too few labels", logits, vector(1)).refused("lengths must be equal"));
    all.add(sample(op, "no classes", empty(2, 0), vector(0, 0)).refused("at least one class"));
    all.add(sample(op, "vector of logits", vector(1, 2), vector(1)).refused("rank 2"));
    all.add(sample(op, "matrix of labels", logits, matrix(2, 1, 1, 1)).refused("rank 1"));
  }

  private static void biases(List<OpSample> all) {
    for (String op : List.of("BiasAdd", "BiasAddV1")) {
      all.add(sample(op, "rows", range(2, 3), vector(10, 20, 30)).exact());
      all.add(sample(op, "images", range(1, 2, 2, 3), vector(10, 20, 30)).exact());
      all.add(sample(op, "of nothing", empty(0, 3), vector(10, 20, 30)));
      all.add(sample(op, "too few biases", range(2, 3), vector(1, 2)).refused("for every channel"));
      all.add(sample(op, "matrix of biases", range(2, 3), range(1, 3)).refused("rank 1"));
      all.add(sample(op, "of a vector", vector(1, 2), vector(1, 2)).refused("at least rank 2"));
    }
    all.add(
        sample("BiasAdd", "channels first", range(1, 3, 2, 2), vector(10, 20, 30))
            .attr("data_format", "NCHW")
            .exact());
    all.add(
        sample("BiasAdd", "channels first, rank 3", range(2, 3, 2), vector(10, 20, 30))
            .attr("data_format", "NCHW")
            .exact());
    all.add(
        sample("BiasAdd", "channels first, rank 5", range(2, 3, 1, 1, 2), vector(10, 20, 30))
            .attr("data_format", "NCHW")
            .exact());
    all.add(
        sample("BiasAdd", "channels first, matrix", range(2, 3), vector(10, 20, 30))
            .attr("data_format", "NCHW")
            .types("T", DType.FLOAT32)
            .refused("at least rank 3")
            .deviates("takes a matrix that comes at run time"));
    String grad = "BiasAddGrad";
    all.add(sample(grad, "rows", range(2, 3)));
    all.add(sample(grad, "images", range(2, 2, 2, 3)));
    // the sums of half-precision numbers may be kept in half precision
    all.add(sample(grad, "random", random(42, 0, 1, 5, 3)).ulps(4));
    all.add(sample(grad, "channels first", range(2, 3, 2, 2)).attr("data_format", "NCHW"));
    all.add(sample(grad, "channels first, rank 3", range(2, 3, 2)).attr("data_format", "NCHW"));
    all.add(sample(grad, "of nothing", empty(0, 3)));
    all.add(sample(grad, "of a vector", vector(1, 2)).refused("at least rank 2"));
    all.add(
        sample(grad, "channels first, matrix", range(2, 3))
            .attr("data_format", "NCHW")
            .types("T", DType.FLOAT32)
            .refused("at least rank 3")
            .deviates("takes a matrix that comes at run time"));
  }

  private static void crosses(List<OpSample> all) {
    all.add(
        sample("Cross", "rows", matrix(2, 3, 1, 2, 3, 4, 5, 6), matrix(2, 3, -1, 0, 2, 3, 3, 1)));
    all.add(sample("Cross", "vectors", vector(100, 2, 3), vector(4, 100, 6)));
    all.add(sample("Cross", "no rows", empty(0, 3), empty(0, 3)));
    all.add(sample("Cross", "two elements", range(2), range(2)).refused("3 elements"));
    all.add(
        sample("Cross", "shapes that differ", range(2, 3), range(1, 3))
            .refused("shapes must be equal"));
    all.add(sample("Cross", "scalars", scalar(1), scalar(1)).refused("at least rank 1"));
  }
}
