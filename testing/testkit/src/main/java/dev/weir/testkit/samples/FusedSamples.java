package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.in;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.samples.WindowParts.digits;
import static dev.weir.testkit.samples.WindowParts.ints;
import static dev.weir.testkit.samples.WindowParts.slides;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Samples of products and convolutions that do more than that, with everything that may follow.
 * TensorFlow's kernels for CPUs have only a part of it, and only some types; the rest is compared
 * with the ops that a node stands for.
 *
 * <p>Left out, as TensorFlow does not look: a bias or mean with too few numbers, where it reads
 * what lies behind, and arguments of other types, whose bytes it takes for numbers.
 */
final class FusedSamples {
  private static final String PRODUCT = "_FusedMatMul";
  private static final String CONVOLUTION = "_FusedConv2D";

  /** What TensorFlow uses for eˣ - 1 loses what the 1 hides. */
  private static final Tolerance NEAR_ONE = new Tolerance(2, 0x1p-23, 0);

  /** Here TensorFlow's kernels for half precision round once, which these magnify. */
  private static final Set<String> CURVED =
      Set.of("Elu", "Tanh", "Sigmoid", "GeluApproximate", "GeluExact");

  private static final double[] EXTREMES = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1
  };

  private static final List<String> ACTIVATIONS =
      List.of(
          "Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid", "GeluApproximate", "GeluExact");

  private FusedSamples() {}

  /** Every list of ops that may follow one of these. */
  private static List<List<String>> following(List<List<String>> firsts) {
    List<List<String>> all = new ArrayList<>(firsts);
    for (List<String> first : firsts) {
      for (String activation : ACTIVATIONS) {
        List<String> both = new ArrayList<>(first);
        both.add(activation);
        all.add(both);
      }
    }
    return all;
  }

  private static OpSample product(
      String title, Values a, Values b, List<String> fused, Values... args) {
    return OpSample.of(PRODUCT)
        .named(title)
        .input(a)
        .input(b)
        .list(args)
        .types("T", productTypes(fused))
        .attr("fused_ops", AttrValue.ofStrings(fused));
  }

  /** Whether TensorFlow has it in bfloat16 depends on the processor. */
  private static DType[] productTypes(List<String> fused) {
    return fused.stream().anyMatch(CURVED::contains)
        ? new DType[] {DType.FLOAT32}
        : new DType[] {DType.FLOAT32, DType.FLOAT16};
  }

  private static Values[] productArguments(List<String> fused, long rows, long columns) {
    Values bias = random(3, -2, 2, columns);
    return fused.contains("Add")
        ? new Values[] {bias, random(4, -2, 2, rows, columns)}
        : new Values[] {bias};
  }

  static List<OpSample> products() {
    List<OpSample> samples = new ArrayList<>();
    for (List<String> fused : following(List.of(List.of("BiasAdd"), List.of("BiasAdd", "Add")))) {
      String title = String.join(", ", fused);
      samples.add(
          product(title, digits(1, 3, 4), digits(2, 4, 5), fused, productArguments(fused, 3, 5))
              .within(NEAR_ONE));
      // libraries add in different orders
      samples.add(
          product(
                  title + ", larger",
                  random(5, -1, 1, 65, 33),
                  random(6, -1, 1, 33, 47),
                  fused,
                  productArguments(fused, 65, 47))
              .within(Tolerance.of(2e-6, 1e-6))
              .types("T", DType.FLOAT32));
    }
    for (String activation : ACTIVATIONS) {
      samples.add(
          product(
              activation + ", infinity and NaN",
              Values.of(Shape.of(4, 1), EXTREMES),
              Values.matrix(1, 1, 1),
              List.of("BiasAdd", activation),
              Values.vector(0.5)));
    }
    // whether TensorFlow has it in bfloat16 depends on the processor
    samples.add(
        OpSample.of(PRODUCT)
            .named("bfloat16")
            .input(digits(1, 3, 4))
            .input(digits(2, 4, 5))
            .list(productArguments(List.of("BiasAdd"), 3, 5))
            .types("T", DType.BFLOAT16)
            .attr("fused_ops", AttrValue.ofStrings(List.of("BiasAdd")))
            .unasked());
    samples.addAll(otherProducts());
    samples.addAll(refusedProducts());
    return samples;
  }

  private static List<OpSample> otherProducts() {
    List<String> bias = List.of("BiasAdd");
    Values four = random(3, -2, 2, 4);
    return List.of(
        product("both transposed", digits(1, 3, 2), digits(2, 4, 3), bias, four)
            .attr("transpose_a", true)
            .attr("transpose_b", true),
        product("first transposed", digits(1, 3, 2), digits(2, 3, 4), bias, four)
            .attr("transpose_a", true),
        product("second transposed", digits(1, 2, 3), digits(2, 4, 3), bias, four)
            .attr("transpose_b", true),
        product("no rows", empty(0, 3), digits(2, 3, 4), bias, four),
        product("no columns", digits(1, 2, 3), empty(3, 0), bias, empty(0)),
        product(
                "leaking half",
                digits(1, 2, 3),
                digits(2, 3, 4),
                List.of("BiasAdd", "LeakyRelu"),
                four)
            .attr("leakyrelu_alpha", 0.5f));
  }

  private static List<OpSample> refusedProducts() {
    Values a = digits(1, 2, 3);
    Values b = digits(2, 3, 4);
    Values bias = random(3, -2, 2, 4);
    List<String> plain = List.of("BiasAdd");
    return List.of(
        product("nothing follows", a, b, List.of(), bias).refused("at least one op"),
        product("no bias", a, b, List.of("Relu"), bias).refused("must be BiasAdd"),
        product("unknown", a, b, List.of("BiasAdd", "Softmax"), bias).refused("must be BiasAdd"),
        product("two activations", a, b, List.of("BiasAdd", "Relu", "Relu"), bias)
            .refused("must be BiasAdd"),
        product("normalized", a, b, List.of("FusedBatchNorm"), bias, bias, bias, bias)
            .refused("must be BiasAdd"),
        product("two biases", a, b, plain, bias, bias).refused("needs 1 arguments"),
        product("no arguments", a, b, plain).refused("needs 1 arguments"),
        product("a row as bias", a, b, plain, random(3, -2, 2, 1, 4)).refused("rank 1"),
        product("inner sizes differ", a, digits(2, 4, 4), plain, bias)
            .refused("inner dimensions must agree"),
        product("a vector", digits(1, 3), b, plain, bias).refused("rank 2"));
  }

  /** Arguments do not follow the type of the images by themselves. */
  private static OpSample convolution(
      DType dtype, String title, Values input, Values filter, List<String> fused, Values... args) {
    Values[] typed = Arrays.stream(args).map(values -> in(dtype, values)).toArray(Values[]::new);
    OpSample sample =
        OpSample.of(CONVOLUTION)
            .named(title)
            .attr("T", dtype)
            .input(input)
            .input(filter)
            .list(typed)
            .list()
            .attr("num_args", args.length)
            .attr("fused_ops", AttrValue.ofStrings(fused));
    return slides(sample, "SAME", 1, 1, 1, 1);
  }

  private static OpSample convolution(String title, List<String> fused, Values... args) {
    return convolution(
        DType.FLOAT32, title, digits(1, 2, 6, 5, 3), digits(2, 3, 2, 3, 4), fused, args);
  }

  private static Values[] convolutionArguments(List<String> fused, long[] output) {
    long channels = output[output.length - 1];
    Values bias = random(3, -2, 2, channels);
    if (fused.contains("FusedBatchNorm")) {
      return new Values[] {
        random(5, 0.5, 2, channels), bias, random(6, -2, 2, channels), random(7, 0.5, 2, channels)
      };
    }
    return fused.contains("Add")
        ? new Values[] {bias, random(4, -2, 2, output)}
        : new Values[] {bias};
  }

  /** Normalizing is some steps more, each of which rounds. */
  private static Tolerance bound(List<String> fused, DType dtype) {
    int ulps = fused.contains("FusedBatchNorm") ? 8 : 2;
    return new Tolerance(ulps, dtype == DType.FLOAT64 ? 0x1p-52 : 0x1p-23, 0);
  }

  static List<OpSample> convolutions() {
    List<OpSample> samples = new ArrayList<>();
    List<List<String>> firsts =
        List.of(List.of("BiasAdd"), List.of("BiasAdd", "Add"), List.of("FusedBatchNorm"));
    for (List<String> fused : following(firsts)) {
      String title = String.join(", ", fused);
      // whether TensorFlow has it in float16 depends on the processor
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
        Values[] args = convolutionArguments(fused, new long[] {2, 6, 5, 4});
        samples.add(
            convolution(
                    dtype,
                    title + ", " + dtype,
                    digits(1, 2, 6, 5, 3),
                    digits(2, 3, 2, 3, 4),
                    fused,
                    args)
                .within(bound(fused, dtype)));
      }
      // libraries add in different orders
      samples.add(
          convolution(
                  DType.FLOAT32,
                  title + ", larger",
                  random(5, -1, 1, 3, 9, 8, 16),
                  random(6, -1, 1, 3, 3, 16, 24),
                  fused,
                  convolutionArguments(fused, new long[] {3, 9, 8, 24}))
              .within(Tolerance.of(1e-5, 1e-6)));
    }
    for (DType dtype : List.of(DType.FLOAT16, DType.INT8, DType.QINT8)) {
      samples.add(
          convolution(
                  dtype,
                  dtype + "",
                  digits(1, 2, 6, 5, 3),
                  digits(2, 3, 2, 3, 4),
                  List.of("BiasAdd"),
                  random(3, -2, 2, 4))
              .unasked());
    }
    samples.addAll(otherConvolutions());
    samples.addAll(refusedConvolutions());
    return samples;
  }

  private static List<OpSample> otherConvolutions() {
    List<String> plain = List.of("BiasAdd");
    Values bias = random(3, -2, 2, 4);
    return List.of(
        slides(convolution("valid", plain, bias), "VALID", 1, 1, 1, 1),
        slides(convolution("strides", plain, bias), "SAME", 1, 3, 2, 1),
        ints(convolution("dilations", plain, bias), "dilations", 1, 2, 3, 1),
        ints(
            slides(convolution("explicit", plain, bias), "EXPLICIT", 1, 1, 1, 1),
            "explicit_paddings",
            WindowParts.of(0, 0, 1, 2, 0, 3, 0, 0)),
        convolution(
            DType.FLOAT32, "one by one", digits(1, 2, 6, 5, 3), digits(2, 1, 1, 3, 4), plain, bias),
        convolution(
            DType.FLOAT32, "groups", digits(1, 2, 4, 4, 6), digits(2, 2, 2, 3, 4), plain, bias),
        convolution(
                DType.FLOAT32,
                "channels first",
                digits(1, 2, 3, 6, 5),
                digits(2, 3, 2, 3, 4),
                List.of("FusedBatchNorm", "Relu"),
                convolutionArguments(List.of("FusedBatchNorm"), new long[] {4}))
            .attr("data_format", "NCHW"),
        convolution(
            DType.FLOAT32, "no images", empty(0, 6, 5, 3), digits(2, 3, 2, 3, 4), plain, bias),
        convolution(
            DType.FLOAT32, "no outputs", digits(1, 2, 6, 5, 3), empty(3, 2, 3, 0), plain, empty(0)),
        convolution("leaking half", List.of("BiasAdd", "LeakyRelu"), bias)
            .attr("leakyrelu_alpha", 0.5f),
        convolution(
                "another epsilon",
                List.of("FusedBatchNorm"),
                convolutionArguments(List.of("FusedBatchNorm"), new long[] {4}))
            .attr("epsilon", 0.25f)
            .ulps(8),
        slides(
            convolution(
                DType.FLOAT32,
                "infinity and NaN",
                Values.of(Shape.of(1, 2, 2, 1), EXTREMES),
                Values.of(Shape.of(1, 1, 1, 1), 1),
                List.of("BiasAdd", "Relu"),
                Values.vector(0.5)),
            "SAME",
            WindowParts.of(1, 1, 1, 1)));
  }

  private static List<OpSample> refusedConvolutions() {
    List<String> plain = List.of("BiasAdd");
    List<String> normalized = List.of("FusedBatchNorm");
    Values bias = random(3, -2, 2, 4);
    return List.of(
        convolution("nothing follows", List.of(), bias).refused("at least one op"),
        convolution("no bias", List.of("Relu"), bias).refused("must be BiasAdd"),
        convolution("unknown", List.of("BiasAdd", "Softmax"), bias).refused("must be BiasAdd"),
        convolution("both", List.of("BiasAdd", "FusedBatchNorm"), bias).refused("must be BiasAdd"),
        convolution("two biases", plain, bias, bias).refused("needs 1 arguments"),
        convolution("no variance", normalized, bias, bias, bias).refused("needs 4 arguments"),
        convolution("another count", plain, bias)
            .attr("num_args", 2)
            .refused("got 1 with num_args = 2"),
        convolution("a row as bias", plain, random(3, -2, 2, 1, 4)).refused("rank 1"),
        convolution("a matrix as mean", normalized, bias, bias, random(3, -2, 2, 1, 4), bias)
            .refused("rank 1"),
        convolution(DType.FLOAT32, "flat", digits(1, 6, 5, 3), digits(2, 3, 2, 3, 4), plain, bias)
            .refused("rank 4"),
        convolution(
                DType.FLOAT32,
                "channels",
                digits(1, 2, 6, 5, 3),
                digits(2, 3, 2, 2, 4),
                plain,
                bias)
            .refused("multiple of those"));
  }
}
