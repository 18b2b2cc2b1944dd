package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.samples.WindowParts.digits;
import static dev.weir.testkit.samples.WindowParts.ints;
import static dev.weir.testkit.samples.WindowParts.slides;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the convolutions in {@code dev.weir.ops.nn.conv}. */
final class ConvSamples {
  private ConvSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            images(),
            refusedImages(),
            imageGradients(),
            filterGradients(),
            depthwise(),
            depthwiseGradients(),
            volumes(),
            volumeGradients(),
            FusedSamples.convolutions(),
            PoolSamples.samples(),
            DilationSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }

  private static OpSample conv(
      String op, String title, Values input, Values filter, String padding, long... strides) {
    return slides(OpSample.of(op).named(title).input(input).input(filter), padding, strides);
  }

  private static OpSample conv2d(
      String title, Values input, Values filter, String padding, long stride) {
    return conv("Conv2D", title, input, filter, padding, 1, stride, stride, 1);
  }

  private static List<OpSample> images() {
    Values input = digits(1, 2, 6, 5, 3);
    Values filter = digits(2, 3, 2, 3, 4);
    return List.of(
        conv2d("valid", input, filter, "VALID", 1),
        conv2d("same", input, filter, "SAME", 1),
        conv2d("strides", input, filter, "VALID", 2),
        conv2d("strides, same", input, filter, "SAME", 2),
        conv("Conv2D", "uneven strides", input, filter, "SAME", 1, 3, 2, 1),
        ints(conv2d("dilations", input, filter, "VALID", 1), "dilations", 1, 2, 3, 1),
        // TensorFlow's gradient forgets the dilations
        ints(conv2d("dilations, same", input, filter, "SAME", 1), "dilations", 1, 2, 2, 1)
            .withoutGradient(),
        ints(
            conv2d("explicit", input, filter, "EXPLICIT", 1),
            "explicit_paddings",
            0,
            0,
            1,
            2,
            0,
            3,
            0,
            0),
        conv2d("one by one", input, digits(3, 1, 1, 3, 5), "VALID", 1),
        conv2d("one by one, strides", input, digits(3, 1, 1, 3, 5), "SAME", 2),
        conv2d("as large as the image", input, digits(4, 6, 5, 3, 2), "VALID", 1),
        conv2d("larger than the image", input, digits(4, 7, 7, 3, 2), "SAME", 1),
        conv2d("groups", digits(5, 2, 4, 4, 6), digits(6, 2, 2, 3, 4), "SAME", 1),
        conv2d("a group a channel", digits(5, 1, 4, 4, 3), digits(6, 2, 2, 1, 6), "VALID", 1),
        conv2d("no images", empty(0, 6, 5, 3), filter, "SAME", 1),
        conv2d("no outputs", input, empty(3, 2, 3, 0), "SAME", 1),
        // libraries add in different orders
        conv2d("rounded", random(7, -1, 1, 2, 5, 5, 3), random(8, -1, 1, 3, 3, 3, 2), "SAME", 1)
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .within(Tolerance.of(1e-6, 1e-6)));
  }

  private static List<OpSample> refusedImages() {
    Values input = digits(1, 2, 6, 5, 3);
    Values filter = digits(2, 3, 2, 3, 4);
    return List.of(
        conv2d("flat", digits(1, 6, 5, 3), filter, "SAME", 1).refused("rank 4"),
        conv2d("flat filter", input, digits(1, 6, 5, 3), "SAME", 1).refused("rank 4"),
        conv2d("channels", input, digits(1, 3, 2, 2, 4), "SAME", 1).refused("multiple of those"),
        conv2d("groups", digits(5, 2, 4, 4, 6), digits(6, 2, 2, 2, 4), "SAME", 1)
            .refused("multiple of its 3 groups"),
        conv2d("a little too large", digits(1, 2, 2, 5, 3), filter, "VALID", 1)
            .refused("must fit")
            .deviates("images without rows"),
        conv2d("too large", input, digits(2, 8, 2, 3, 4), "VALID", 1).refused("must fit"),
        conv("Conv2D", "strides of channels", input, filter, "SAME", 1, 1, 1, 2)
            .refused("1 for channels"),
        conv("Conv2D", "strides of batch", input, filter, "SAME", 2, 1, 1, 1)
            .refused("1 for the batch"),
        conv("Conv2D", "no strides", input, filter, "SAME").refused("strides must have 4"),
        conv2d("strides of 0", input, filter, "SAME", 0).refused("above 0"),
        ints(conv2d("dilations of channels", input, filter, "SAME", 1), "dilations", 1, 1, 1, 2)
            .refused("1 for channels"),
        ints(conv2d("dilations of 0", input, filter, "SAME", 1), "dilations", 1, 0, 1, 1)
            .refused("above 0"),
        ints(conv2d("few dilations", input, filter, "SAME", 1), "dilations", 1, 1)
            .refused("dilations must have 4"),
        conv2d("no explicit padding", input, filter, "EXPLICIT", 1)
            .refused("explicit_paddings must have 8"),
        ints(
                conv2d("explicit and same", input, filter, "SAME", 1),
                "explicit_paddings",
                0,
                0,
                1,
                1,
                1,
                1,
                0,
                0)
            .refused("must be empty"),
        ints(
                conv2d("padded channels", input, filter, "EXPLICIT", 1),
                "explicit_paddings",
                0,
                0,
                1,
                1,
                1,
                1,
                0,
                1)
            .refused("0 for batch and channels"));
  }

  private static OpSample backward(
      String op, String title, Values first, Values second, Values gradient) {
    return OpSample.of(op).named(title).input(first).input(second).input(gradient);
  }

  private static Values vector(int... numbers) {
    return Values.tensor(dev.weir.tensor.Tensors.vector(numbers));
  }

  /** TensorFlow has no gradients of dilated or grouped convolutions for CPUs. */
  private static List<OpSample> imageGradients() {
    String op = "Conv2DBackpropInput";
    Values sizes = vector(2, 6, 5, 3);
    Values filter = digits(2, 3, 2, 3, 4);
    return List.of(
        slides(backward(op, "valid", sizes, filter, digits(3, 2, 4, 4, 4)), "VALID", 1, 1, 1, 1),
        slides(backward(op, "same", sizes, filter, digits(3, 2, 6, 5, 4)), "SAME", 1, 1, 1, 1),
        slides(backward(op, "strides", sizes, filter, digits(3, 2, 2, 2, 4)), "VALID", 1, 2, 2, 1),
        slides(
            backward(op, "strides, same", sizes, filter, digits(3, 2, 3, 3, 4)),
            "SAME",
            1,
            2,
            2,
            1),
        slides(
            backward(op, "space alone", vector(6, 5), filter, digits(3, 2, 6, 5, 4)),
            "SAME",
            1,
            1,
            1,
            1),
        ints(
            slides(
                backward(op, "explicit", sizes, filter, digits(3, 2, 7, 7, 4)),
                "EXPLICIT",
                1,
                1,
                1,
                1),
            "explicit_paddings",
            0,
            0,
            1,
            2,
            0,
            3,
            0,
            0),
        slides(
            backward(op, "no images", vector(0, 6, 5, 3), filter, empty(0, 6, 5, 4)),
            "SAME",
            1,
            1,
            1,
            1),
        slides(backward(op, "gradient", sizes, filter, digits(3, 2, 5, 5, 4)), "SAME", 1, 1, 1, 1)
            .refused("shaped like the output"),
        slides(backward(op, "outputs", sizes, filter, digits(3, 2, 6, 5, 3)), "SAME", 1, 1, 1, 1)
            .refused("shaped like the output"),
        slides(
                backward(op, "sizes", vector(2, 6, 5), filter, digits(3, 2, 6, 5, 4)),
                "SAME",
                1,
                1,
                1,
                1)
            .refused("input_sizes must have 4"));
  }

  private static List<OpSample> filterGradients() {
    String op = "Conv2DBackpropFilter";
    Values input = digits(1, 2, 6, 5, 3);
    Values sizes = vector(3, 2, 3, 4);
    return List.of(
        slides(backward(op, "valid", input, sizes, digits(3, 2, 4, 4, 4)), "VALID", 1, 1, 1, 1),
        slides(backward(op, "same", input, sizes, digits(3, 2, 6, 5, 4)), "SAME", 1, 1, 1, 1),
        slides(backward(op, "strides", input, sizes, digits(3, 2, 2, 2, 4)), "VALID", 1, 2, 2, 1),
        slides(
            backward(op, "strides, same", input, sizes, digits(3, 2, 3, 3, 4)), "SAME", 1, 2, 2, 1),
        ints(
            slides(
                backward(op, "explicit", input, sizes, digits(3, 2, 7, 7, 4)),
                "EXPLICIT",
                1,
                1,
                1,
                1),
            "explicit_paddings",
            0,
            0,
            1,
            2,
            0,
            3,
            0,
            0),
        slides(
            backward(op, "no images", empty(0, 6, 5, 3), sizes, empty(0, 6, 5, 4)),
            "SAME",
            1,
            1,
            1,
            1),
        slides(backward(op, "gradient", input, sizes, digits(3, 2, 5, 5, 4)), "SAME", 1, 1, 1, 1)
            .refused("shaped like the output"),
        slides(
                backward(op, "sizes", input, vector(3, 2, 3), digits(3, 2, 6, 5, 4)),
                "SAME",
                1,
                1,
                1,
                1)
            .refused("filter_sizes must have 4"));
  }

  private static List<OpSample> depthwise() {
    String op = "DepthwiseConv2dNative";
    Values input = digits(1, 2, 6, 5, 3);
    Values filter = digits(2, 3, 2, 3, 2);
    return List.of(
        conv(op, "valid", input, filter, "VALID", 1, 1, 1, 1),
        conv(op, "same", input, filter, "SAME", 1, 1, 1, 1),
        ints(conv(op, "dilations", input, filter, "VALID", 1, 1, 1, 1), "dilations", 1, 2, 2, 1),
        conv(op, "strides", input, filter, "SAME", 1, 2, 2, 1),
        conv(op, "one a channel", input, digits(2, 2, 2, 3, 1), "VALID", 1, 2, 2, 1),
        ints(
            conv(op, "explicit", input, filter, "EXPLICIT", 1, 1, 1, 1),
            "explicit_paddings",
            0,
            0,
            1,
            2,
            0,
            3,
            0,
            0),
        // TensorFlow's gradient is not set
        conv(op, "no images", empty(0, 6, 5, 3), filter, "SAME", 1, 1, 1, 1).withoutGradient(),
        conv(op, "channels", input, digits(2, 3, 2, 2, 2), "SAME", 1, 1, 1, 1)
            .refused("as many channels"),
        conv(op, "flat", digits(2, 6, 5, 3), filter, "SAME", 1, 1, 1, 1).refused("rank 4"));
  }

  private static List<OpSample> depthwiseGradients() {
    Values input = digits(1, 2, 6, 5, 3);
    Values filter = digits(2, 3, 2, 3, 2);
    Values gradient = digits(3, 2, 6, 5, 6);
    Values strided = digits(3, 2, 3, 3, 6);
    String inputs = "DepthwiseConv2dNativeBackpropInput";
    String filters = "DepthwiseConv2dNativeBackpropFilter";
    Values sizes = vector(2, 6, 5, 3);
    Values filterSizes = vector(3, 2, 3, 2);
    return List.of(
        slides(backward(inputs, "same", sizes, filter, gradient), "SAME", 1, 1, 1, 1),
        slides(backward(inputs, "strides", sizes, filter, strided), "SAME", 1, 2, 2, 1),
        slides(
            backward(inputs, "valid", sizes, filter, digits(4, 2, 4, 4, 6)), "VALID", 1, 1, 1, 1),
        slides(backward(inputs, "gradient", sizes, filter, strided), "SAME", 1, 1, 1, 1)
            .refused("shaped like the output"),
        slides(backward(filters, "same", input, filterSizes, gradient), "SAME", 1, 1, 1, 1),
        slides(backward(filters, "strides", input, filterSizes, strided), "SAME", 1, 2, 2, 1),
        slides(
            backward(filters, "valid", input, filterSizes, digits(4, 2, 4, 4, 6)),
            "VALID",
            1,
            1,
            1,
            1),
        slides(backward(filters, "gradient", input, filterSizes, strided), "SAME", 1, 1, 1, 1)
            .refused("shaped like the output"));
  }

  private static List<OpSample> volumes() {
    String op = "Conv3D";
    Values input = digits(1, 2, 4, 5, 3, 2);
    Values filter = digits(2, 2, 3, 2, 2, 3);
    return List.of(
        conv(op, "valid", input, filter, "VALID", 1, 1, 1, 1, 1),
        conv(op, "same", input, filter, "SAME", 1, 1, 1, 1, 1),
        conv(op, "strides", input, filter, "SAME", 1, 2, 1, 3, 1),
        conv(op, "no volumes", empty(0, 4, 5, 3, 2), filter, "SAME", 1, 1, 1, 1, 1),
        conv(op, "flat", digits(1, 4, 5, 3, 2), filter, "SAME", 1, 1, 1, 1, 1).refused("rank 5"),
        conv(op, "channels", input, digits(2, 2, 3, 2, 3, 3), "SAME", 1, 1, 1, 1, 1)
            .refused("multiple of those"));
  }

  private static List<OpSample> volumeGradients() {
    String inputs = "Conv3DBackpropInputV2";
    String filters = "Conv3DBackpropFilterV2";
    Values input = digits(1, 2, 4, 5, 3, 2);
    Values filter = digits(2, 2, 3, 2, 2, 3);
    Values sizes = Values.of(dev.weir.tensor.Shape.of(5), 2, 4, 5, 3, 2);
    Values filterSizes = vector(2, 3, 2, 2, 3);
    Values gradient = digits(3, 2, 4, 5, 3, 3);
    Values strided = digits(3, 2, 2, 5, 1, 3);
    Values valid = digits(3, 2, 3, 3, 2, 3);
    return List.of(
        slides(backward(inputs, "same", sizes, filter, gradient), "SAME", 1, 1, 1, 1, 1),
        slides(backward(inputs, "valid", sizes, filter, valid), "VALID", 1, 1, 1, 1, 1),
        slides(backward(inputs, "strides", sizes, filter, strided), "SAME", 1, 2, 1, 3, 1),
        slides(backward(inputs, "gradient", sizes, filter, strided), "SAME", 1, 1, 1, 1, 1)
            .refused("shaped like the output"),
        slides(backward(filters, "same", input, filterSizes, gradient), "SAME", 1, 1, 1, 1, 1),
        slides(backward(filters, "valid", input, filterSizes, valid), "VALID", 1, 1, 1, 1, 1),
        slides(backward(filters, "strides", input, filterSizes, strided), "SAME", 1, 2, 1, 3, 1),
        slides(backward(filters, "gradient", input, filterSizes, strided), "SAME", 1, 1, 1, 1, 1)
            .refused("shaped like the output"));
  }
}
