package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.samples.SampleParts.sample;
import static dev.weir.testkit.samples.WindowParts.digits;
import static dev.weir.testkit.samples.WindowParts.ints;
import static dev.weir.testkit.samples.WindowParts.shuffled;
import static dev.weir.testkit.samples.WindowParts.slides;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of dilation in {@code dev.weir.ops.nn.conv}. */
final class DilationSamples {
  private DilationSamples() {}

  static List<OpSample> samples() {
    return Stream.of(dilations(), dilationGradients()).flatMap(List::stream).toList();
  }

  private static OpSample dilates(
      String title, Values input, Values filter, String padding, long stride, long rate) {
    return ints(
        slides(sample("Dilation2D", title, input, filter), padding, 1, stride, stride, 1),
        "rates",
        1,
        rate,
        rate,
        1);
  }

  private static List<OpSample> dilations() {
    Values input = shuffled(2, 6, 5, 2);
    Values filter = digits(1, 3, 2, 2);
    return List.of(
        dilates("valid", input, filter, "VALID", 1, 1),
        dilates("same", input, filter, "SAME", 1, 1),
        dilates("strides", input, filter, "SAME", 2, 1),
        dilates("rates", input, filter, "VALID", 1, 2),
        dilates("rates, same", input, filter, "SAME", 2, 2),
        dilates("no images", empty(0, 6, 5, 2), filter, "SAME", 1, 1),
        dilates("channels", input, digits(1, 3, 2, 3), "SAME", 1, 1).refused("as many channels"),
        dilates("flat", digits(1, 6, 5, 2), filter, "SAME", 1, 1).refused("rank 4"),
        dilates("filter", input, digits(1, 3, 2, 2, 1), "SAME", 1, 1).refused("rank 3"),
        dilates("too large", input, digits(1, 8, 2, 2), "VALID", 1, 1).refused("must fit"),
        ints(dilates("rates of channels", input, filter, "SAME", 1, 1), "rates", 1, 1, 1, 2)
            .refused("1 for channels"));
  }

  private static List<OpSample> dilationGradients() {
    return Stream.of("Dilation2DBackpropInput", "Dilation2DBackpropFilter")
        .flatMap(op -> dilationGradients(op).stream())
        .toList();
  }

  private static List<OpSample> dilationGradients(String op) {
    Values input = shuffled(2, 6, 5, 2);
    Values filter = digits(1, 3, 2, 2);
    return List.of(
        ints(
            slides(sample(op, "valid", input, filter, digits(2, 2, 4, 4, 2)), "VALID", 1, 1, 1, 1),
            "rates",
            1,
            1,
            1,
            1),
        ints(
            slides(sample(op, "same", input, filter, digits(2, 2, 3, 3, 2)), "SAME", 1, 2, 2, 1),
            "rates",
            1,
            2,
            2,
            1),
        ints(
                slides(
                    sample(op, "gradient", input, filter, digits(2, 2, 5, 5, 2)),
                    "SAME",
                    1,
                    1,
                    1,
                    1),
                "rates",
                1,
                1,
                1,
                1)
            .refused("shaped like the output"));
  }
}
