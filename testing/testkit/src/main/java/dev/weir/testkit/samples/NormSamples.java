package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.WindowParts.digits;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.nn.norm}. */
final class NormSamples {
  private NormSamples() {}

  /** Sums in float, in another order, and their differences. */
  private static final Tolerance CLOSE = new Tolerance(4, 2e-6, 2e-6);

  static List<OpSample> samples() {
    return Stream.of(
            batches("FusedBatchNorm"),
            batches("FusedBatchNormV2"),
            batches("FusedBatchNormV3"),
            volumes(),
            gradients("FusedBatchNormGrad"),
            gradients("FusedBatchNormGradV2"),
            gradients("FusedBatchNormGradV3"),
            channels())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }

  private static final Values SCALE = Values.vector(1, -2, 0.5);
  private static final Values OFFSET = Values.vector(0, 1, -1);
  private static final Values MEAN = Values.vector(0.5, 0, -0.25);
  private static final Values VARIANCE = Values.vector(1, 2, 0.25);

  private static List<OpSample> batches(String op) {
    Values x = digits(1, 2, 3, 4, 3);
    Values none = empty(0);
    return List.of(
        sample(op, "training", x, SCALE, OFFSET, none, none).within(CLOSE),
        sample(op, "training, given", x, SCALE, OFFSET, MEAN, VARIANCE).within(CLOSE),
        sample(op, "averages", x, SCALE, OFFSET, MEAN, VARIANCE)
            .attr("exponential_avg_factor", 0.25f)
            .attr("epsilon", 0.001f)
            .within(CLOSE),
        sample(op, "inference", x, SCALE, OFFSET, MEAN, VARIANCE)
            .attr("is_training", false)
            .undefined(3, 4, 5)
            .within(CLOSE),
        sample(op, "channels first", digits(1, 2, 3, 4, 5), SCALE, OFFSET, none, none)
            .attr("data_format", "NCHW")
            .within(CLOSE),
        sample(op, "one place", digits(1, 1, 1, 1, 3), SCALE, OFFSET, none, none).within(CLOSE),
        sample(op, "no images", empty(0, 3, 4, 3), SCALE, OFFSET, none, none)
            .undefined(3, 4, 5)
            .within(CLOSE),
        sample(op, "scales", x, Values.vector(1, 2), OFFSET, none, none)
            .refused("for each channel"),
        sample(op, "no variance", x, SCALE, OFFSET, MEAN, none)
            .attr("is_training", false)
            .refused("for each channel"),
        sample(op, "training, a mean that is no vector", x, SCALE, OFFSET, scalar(1), none)
            .refused("rank 1"),
        sample(op, "training, a variance that is no vector", x, SCALE, OFFSET, none, empty(0, 3))
            .refused("rank 1"),
        sample(op, "training, vectors of other lengths", x, SCALE, OFFSET, range(2), range(1))
            .within(CLOSE),
        sample(op, "flat", digits(1, 3, 4, 3), SCALE, OFFSET, none, none).refused("rank 4"));
  }

  private static List<OpSample> volumes() {
    return List.of(
        sample(
                "FusedBatchNormV3",
                "volumes",
                digits(1, 2, 2, 3, 2, 3),
                SCALE,
                OFFSET,
                empty(0),
                empty(0))
            .attr("data_format", "NDHWC")
            .within(CLOSE),
        sample(
                "FusedBatchNormV3",
                "volumes, channels first",
                digits(1, 2, 3, 2, 3, 2),
                SCALE,
                OFFSET,
                empty(0),
                empty(0))
            .attr("data_format", "NCDHW")
            .within(CLOSE));
  }

  private static OpSample gradient(String op, String title, Values gradient, Values x) {
    OpSample sample = sample(op, title, gradient, x, SCALE, MEAN, VARIANCE);
    return (op.endsWith("V3") ? sample.input(empty(0)) : sample).within(CLOSE);
  }

  private static List<OpSample> gradients(String op) {
    Values x = digits(1, 2, 3, 4, 3);
    Values gradient = digits(2, 2, 3, 4, 3);
    return List.of(
        gradient(op, "training", gradient, x),
        gradient(op, "epsilon", gradient, x).attr("epsilon", 0.01f),
        gradient(op, "inference", gradient, x).attr("is_training", false),
        gradient(op, "channels first", digits(2, 2, 3, 4, 2), digits(1, 2, 3, 4, 2))
            .attr("data_format", "NCHW"),
        gradient(op, "no images", empty(0, 3, 4, 3), empty(0, 3, 4, 3)),
        gradient(op, "shapes", digits(2, 2, 4, 3, 3), x).refused("same shape"),
        gradient(op, "channels", digits(2, 2, 3, 4, 2), digits(2, 2, 3, 4, 2))
            .refused("for each channel"));
  }

  private static List<OpSample> channels() {
    Values x = random(3, -2, 2, 2, 2, 3, 7);
    Values y = random(4, -1, 1, 2, 2, 3, 7);
    Values gradient = random(5, -1, 1, 2, 2, 3, 7);
    return List.of(
        sample("LRN", "", x).within(CLOSE),
        sample("LRN", "neighbors", x)
            .attr("depth_radius", 1)
            .attr("bias", 2f)
            .attr("alpha", 0.5f)
            .attr("beta", 0.75f)
            .within(CLOSE),
        sample("LRN", "itself", x).attr("depth_radius", 0).attr("beta", 1f).within(CLOSE),
        sample("LRN", "flat", range(2, 3, 4)).refused("rank 4"),
        // TensorFlow computes in half precision, and what is added cancels
        sample("LRNGrad", "", gradient, x, y).within(new Tolerance(4, 1e-3, 2e-6)),
        sample("LRNGrad", "neighbors", gradient, x, y)
            .attr("depth_radius", 1)
            .attr("bias", 2f)
            .attr("alpha", 0.5f)
            .attr("beta", 0.75f)
            .within(new Tolerance(4, 1e-3, 2e-6)),
        sample("LRNGrad", "shapes", gradient, x, range(2, 2, 3, 6)).refused("same shape"));
  }
}
