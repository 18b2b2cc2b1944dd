package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.WindowParts.digits;
import static dev.weir.testkit.samples.WindowParts.of;
import static dev.weir.testkit.samples.WindowParts.pools;
import static dev.weir.testkit.samples.WindowParts.shuffled;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of pooling in {@code dev.weir.ops.nn.conv}. */
final class PoolSamples {
  private PoolSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            max(),
            refusedMax(),
            maxOfInputs(),
            maxGradients(),
            maxSecondGradients(),
            argmax(),
            averages(),
            averageGradients(),
            volumes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> max() {
    Values input = shuffled(2, 5, 6, 3);
    return List.of(
        pools(sample("MaxPool", "not a number", unusual()), "VALID", of(1, 1, 2, 1), 1, 1, 2, 1)
            .types("T", DType.FLOAT32, DType.FLOAT64, DType.FLOAT16)
            .withoutGradient()
            .exact(),
        pools(sample("MaxPool", "valid", input), "VALID", of(1, 2, 2, 1), 1, 2, 2, 1).exact(),
        pools(sample("MaxPool", "same", input), "SAME", of(1, 3, 2, 1), 1, 2, 2, 1).exact(),
        pools(sample("MaxPool", "overlapping", input), "SAME", of(1, 3, 3, 1), 1, 1, 1, 1).exact(),
        pools(sample("MaxPool", "uneven", input), "VALID", of(1, 1, 4, 1), 1, 3, 1, 1).exact(),
        pools(sample("MaxPool", "explicit", input), "EXPLICIT", of(1, 3, 3, 1), 1, 2, 2, 1)
            .attr("explicit_paddings", AttrValue.ofInts(0, 0, 1, 2, 0, 1, 0, 0))
            .exact(),
        pools(
                sample("MaxPool", "negative", digits(3, 1, 4, 4, 2)),
                "SAME",
                of(1, 3, 3, 1),
                1,
                1,
                1,
                1)
            .exact(),
        pools(
                sample("MaxPool", "channels", shuffled(2, 3, 2, 6)),
                "SAME",
                of(1, 1, 1, 3),
                1,
                1,
                1,
                3)
            .exact(),
        pools(
            sample("MaxPool", "no images", empty(0, 5, 6, 3)), "SAME", of(1, 2, 2, 1), 1, 2, 2, 1));
  }

  private static Values unusual() {
    double infinity = Double.POSITIVE_INFINITY;
    return Values.of(
        Shape.of(1, 1, 8, 1), 1, Double.NaN, Double.NaN, 2, -infinity, -5, infinity, 0);
  }

  private static List<OpSample> refusedMax() {
    Values input = shuffled(2, 5, 6, 3);
    return List.of(
        pools(sample("MaxPool", "flat", shuffled(5, 6, 3)), "SAME", of(1, 2, 2, 1), 1, 2, 2, 1)
            .refused("rank 4"),
        pools(sample("MaxPool", "too large", input), "VALID", of(1, 7, 2, 1), 1, 1, 2, 1)
            .refused("must fit"),
        pools(sample("MaxPool", "long", input), "SAME", of(1, 2, 2, 1, 1), 1, 2, 2, 1)
            .refused("ksize must be 4"),
        pools(sample("MaxPool", "long strides", input), "SAME", of(1, 2, 2, 1), 1, 2, 2, 1, 1)
            .refused("strides must have 4"),
        pools(sample("MaxPool", "window of 0", input), "SAME", of(1, 0, 2, 1), 1, 2, 2, 1)
            .refused("above 0"),
        pools(sample("MaxPool", "stride of 0", input), "SAME", of(1, 2, 2, 1), 1, 0, 2, 1)
            .refused("above 0"),
        pools(sample("MaxPool", "padding alone", input), "EXPLICIT", of(1, 1, 1, 1), 1, 2, 2, 1)
            .attr("explicit_paddings", AttrValue.ofInts(0, 0, 1, 2, 0, 1, 0, 0))
            .refused("smaller than the window"),
        pools(sample("MaxPool", "batch", input), "SAME", of(2, 2, 2, 1), 1, 2, 2, 1)
            .refused("1 for the batch"),
        pools(sample("MaxPool", "channels and space", input), "SAME", of(1, 2, 1, 3), 1, 1, 1, 3)
            .refused("not both"),
        pools(sample("MaxPool", "some channels", input), "SAME", of(1, 1, 1, 2), 1, 1, 1, 2)
            .refused("divide"));
  }

  private static Values vector(int... numbers) {
    return Values.tensor(Tensors.vector(numbers));
  }

  private static List<OpSample> maxOfInputs() {
    Values input = shuffled(2, 5, 6, 3);
    return List.of(
        sample("MaxPoolV2", "same", input, vector(1, 3, 2, 1), vector(1, 2, 2, 1))
            .attr("padding", "SAME")
            .exact(),
        sample("MaxPoolV2", "valid", input, vector(1, 2, 2, 1), vector(1, 1, 2, 1))
            .attr("padding", "VALID")
            .exact(),
        sample("MaxPoolV2", "few numbers", input, vector(1, 2, 2), vector(1, 1, 2, 1))
            .attr("padding", "VALID")
            .refused("ksize must have 4"),
        sample("MaxPoolV2", "stride of 0", input, vector(1, 2, 2, 1), vector(1, 0, 2, 1))
            .attr("padding", "VALID")
            .refused("above 0"));
  }

  private static final Values IMAGES = shuffled(1, 4, 5, 2);

  /** What pooling images of 4 by 5 in windows of 2 by 3 with strides of 2 and padding gives. */
  private static Values pooled() {
    return pooled(IMAGES, 3, 2, 0, 1, 2, 3);
  }

  /** What pooling in windows of 2 rows gives, with padding before, for so many rows and columns. */
  private static Values pooled(
      Values images, int columns, int stride, int top, int left, int outRows, int outColumns) {
    Tensor from = images.as(DType.FLOAT64);
    double[] numbers = new double[outRows * outColumns * 2];
    for (int at = 0; at < numbers.length; at++) {
      int y = at / 2 / outColumns * stride - top;
      int x = at / 2 % outColumns * stride - left;
      double largest = Double.NEGATIVE_INFINITY;
      for (int i = Math.max(0, y); i < Math.min(4, y + 2); i++) {
        for (int j = Math.max(0, x); j < Math.min(5, x + columns); j++) {
          largest = Math.max(largest, from.getDouble((i * 5 + j) * 2 + at % 2));
        }
      }
      numbers[at] = largest;
    }
    return Values.of(Shape.of(1, outRows, outColumns, 2), numbers);
  }

  private static List<OpSample> maxGradients() {
    Values gradient = digits(1, 1, 2, 3, 2);
    Values ties = digits(4, 1, 4, 5, 2);
    return List.of(
        pools(
            sample("MaxPoolGrad", "same", IMAGES, pooled(), gradient),
            "SAME",
            of(1, 2, 3, 1),
            1,
            2,
            2,
            1),
        pools(
            sample("MaxPoolGrad", "ties", ties, pooled(ties, 3, 2, 0, 1, 2, 3), gradient),
            "SAME",
            of(1, 2, 3, 1),
            1,
            2,
            2,
            1),
        pools(
            sample(
                "MaxPoolGrad",
                "valid",
                IMAGES,
                pooled(IMAGES, 2, 1, 0, 0, 3, 4),
                digits(1, 1, 3, 4, 2)),
            "VALID",
            of(1, 2, 2, 1),
            1,
            1,
            1,
            1),
        pools(
                sample(
                    "MaxPoolGrad",
                    "explicit",
                    IMAGES,
                    pooled(IMAGES, 2, 2, 1, 0, 3, 3),
                    digits(1, 1, 3, 3, 2)),
                "EXPLICIT",
                of(1, 2, 2, 1),
                1,
                2,
                2,
                1)
            .attr("explicit_paddings", AttrValue.ofInts(0, 0, 1, 1, 0, 1, 0, 0)),
        pools(
                sample("MaxPoolGrad", "gradient", IMAGES, pooled(), digits(1, 1, 3, 3, 2)),
                "SAME",
                of(1, 2, 3, 1),
                1,
                2,
                2,
                1)
            .refused("must have shape"),
        sample(
                "MaxPoolGradV2",
                "same",
                IMAGES,
                pooled(),
                gradient,
                vector(1, 2, 3, 1),
                vector(1, 2, 2, 1))
            .attr("padding", "SAME"));
  }

  private static List<OpSample> maxSecondGradients() {
    Values gradient = digits(1, 1, 4, 5, 2);
    return List.of(
        pools(
            sample("MaxPoolGradGrad", "same", IMAGES, pooled(), gradient),
            "SAME",
            of(1, 2, 3, 1),
            1,
            2,
            2,
            1),
        pools(
                sample("MaxPoolGradGrad", "gradient", IMAGES, pooled(), pooled()),
                "SAME",
                of(1, 2, 3, 1),
                1,
                2,
                2,
                1)
            .refused("must have shape"),
        sample(
                "MaxPoolGradGradV2",
                "same",
                IMAGES,
                pooled(),
                gradient,
                vector(1, 2, 3, 1),
                vector(1, 2, 2, 1))
            .attr("padding", "SAME"));
  }

  private static List<OpSample> argmax() {
    Values input = shuffled(2, 4, 6, 2);
    Values positions =
        Values.of(
            Shape.of(2, 2, 3, 2),
            0,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            47,
            46,
            0,
            9,
            12,
            11,
            10,
            9,
            8,
            7,
            6,
            5,
            4,
            3,
            2,
            1);
    return List.of(
        pools(sample("MaxPoolWithArgmax", "valid", input), "VALID", of(1, 2, 2, 1), 1, 2, 2, 1),
        pools(sample("MaxPoolWithArgmax", "same", input), "SAME", of(1, 3, 2, 1), 1, 2, 2, 1),
        pools(
            sample("MaxPoolWithArgmax", "ties", digits(2, 2, 4, 4, 1)),
            "SAME",
            of(1, 3, 3, 1),
            1,
            1,
            1,
            1),
        pools(sample("MaxPoolWithArgmax", "batch", input), "SAME", of(1, 3, 2, 1), 1, 2, 2, 1)
            .attr("include_batch_in_index", true),
        pools(
            sample("MaxPoolGradWithArgmax", "", input, digits(1, 2, 2, 3, 2), positions),
            "VALID",
            of(1, 2, 2, 1),
            1,
            2,
            2,
            1),
        pools(
                sample("MaxPoolGradWithArgmax", "batch", input, digits(1, 2, 2, 3, 2), positions)
                    .types("Targmax", DType.INT64),
                "VALID",
                of(1, 2, 2, 1),
                1,
                2,
                2,
                1)
            .attr("include_batch_in_index", true),
        pools(
            sample(
                    "MaxPoolGradWithArgmax",
                    "positions out of range",
                    input,
                    digits(1, 2, 2, 3, 2),
                    Values.of(Shape.of(2, 2, 3, 2), new double[] {48, -1}))
                .types("T", DType.FLOAT32)
                .types("Targmax", DType.INT64)
                .constantsOnly()
                .refused("must be a position")
                .deviates("ends the process"),
            "VALID",
            of(1, 2, 2, 1),
            1,
            2,
            2,
            1),
        pools(
            sample("MaxPoolGradGradWithArgmax", "", input, digits(1, 2, 4, 6, 2), positions),
            "VALID",
            of(1, 2, 2, 1),
            1,
            2,
            2,
            1));
  }

  private static List<OpSample> averages() {
    Values input = digits(5, 2, 5, 6, 3);
    return List.of(
        pools(sample("AvgPool", "valid", input), "VALID", of(1, 2, 2, 1), 1, 2, 2, 1),
        pools(sample("AvgPool", "same", input), "SAME", of(1, 3, 2, 1), 1, 2, 2, 1),
        pools(sample("AvgPool", "overlapping", input), "SAME", of(1, 3, 3, 1), 1, 1, 1, 1),
        pools(
            sample("AvgPool", "no images", empty(0, 5, 6, 3)), "SAME", of(1, 2, 2, 1), 1, 2, 2, 1),
        pools(sample("AvgPool", "flat", digits(1, 5, 6, 3)), "SAME", of(1, 2, 2, 1), 1, 2, 2, 1)
            .refused("rank 4"),
        pools(sample("AvgPool", "too large", input), "VALID", of(1, 7, 2, 1), 1, 1, 2, 1)
            .refused("must fit"));
  }

  private static List<OpSample> averageGradients() {
    return List.of(
        pools(
            sample("AvgPoolGrad", "valid", vector(2, 4, 6, 2), digits(1, 2, 2, 3, 2)),
            "VALID",
            of(1, 2, 2, 1),
            1,
            2,
            2,
            1),
        pools(
            sample("AvgPoolGrad", "same", vector(2, 5, 6, 2), digits(1, 2, 3, 3, 2)),
            "SAME",
            of(1, 2, 4, 1),
            1,
            2,
            2,
            1),
        pools(
                sample("AvgPoolGrad", "shape", vector(2, 5, 6), digits(1, 2, 3, 3, 2)),
                "SAME",
                of(1, 2, 4, 1),
                1,
                2,
                2,
                1)
            .refused("must have 4"));
  }

  private static List<OpSample> volumes() {
    Values input = shuffled(1, 3, 4, 5, 2);
    Values gradient = digits(1, 1, 2, 2, 3, 2);
    long[] size = of(1, 2, 2, 2, 1);
    return List.of(
        pools(sample("MaxPool3D", "same", input), "SAME", of(1, 3, 2, 2, 1), 1, 1, 2, 2, 1).exact(),
        pools(sample("MaxPool3D", "valid", input), "VALID", size, 1, 1, 1, 2, 1).exact(),
        pools(sample("MaxPool3D", "flat", shuffled(3, 4, 5, 2)), "SAME", size, 1, 2, 2, 2, 1)
            .refused("rank 5"),
        pools(sample("AvgPool3D", "same", digits(6, 1, 3, 4, 5, 2)), "SAME", size, 1, 2, 2, 2, 1),
        pools(sample("AvgPool3D", "valid", digits(6, 1, 3, 4, 5, 2)), "VALID", size, 1, 1, 2, 1, 1),
        pools(
            sample("AvgPool3DGrad", "same", vector(1, 3, 4, 5, 2), gradient),
            "SAME",
            size,
            1,
            2,
            2,
            2,
            1),
        pools(
            sample("AvgPool3DGrad", "valid", vector(1, 3, 4, 6, 2), digits(1, 1, 1, 2, 3, 2)),
            "VALID",
            size,
            1,
            2,
            2,
            2,
            1),
        pools(
            sample("MaxPool3DGrad", "valid", largestFirst(), ones(), digits(2, 1, 1, 2, 2, 1)),
            "VALID",
            size,
            1,
            2,
            2,
            2,
            1),
        pools(
            sample("MaxPool3DGradGrad", "valid", largestFirst(), ones(), digits(2, 1, 2, 4, 4, 1)),
            "VALID",
            size,
            1,
            2,
            2,
            2,
            1));
  }

  /** A volume whose windows of 2 by 2 by 2 have a 1 first and else 0. */
  private static Values largestFirst() {
    double[] numbers = new double[32];
    for (int place : new int[] {0, 2, 8, 10}) {
      numbers[place] = 1;
    }
    return Values.of(Shape.of(1, 2, 4, 4, 1), numbers);
  }

  private static Values ones() {
    return Values.of(Shape.of(1, 1, 2, 2, 1), 1, 1, 1, 1);
  }
}
