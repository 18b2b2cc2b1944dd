package dev.weir.fuzz.graph;

import dev.weir.graph.Graph;
import dev.weir.graph.text.GraphText;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The program that runs convolutions and pooling with huge strides, dilations, paddings and
 * windows, with all kernels and with the reference kernels, and compares. In a process of its own,
 * since native kernels that are given such numbers crash. Prints a line a case; the last one is
 * {@code done}.
 */
final class WindowProgram {
  private static final long MAX = Integer.MAX_VALUE;

  private WindowProgram() {}

  /** A graph with the result {@code y} and what is fed to it. */
  private record Case(String text, Map<String, Tensor> feeds) {}

  public static void main(String[] args) {
    int number = 0;
    for (Case each : cases()) {
      System.out.println(number++ + " " + each.text().strip().replace('\n', ' '));
      Tensor expected = run(each, KernelSelector.reference());
      Tensor got = run(each, KernelSelector.standard());
      if (!expected.shape().equals(got.shape())) {
        throw new AssertionError("shape " + got.shape() + ", expected " + expected.shape());
      }
      for (long i = 0; i < expected.elements(); i++) {
        double difference = got.getDouble(i) - expected.getDouble(i);
        if (!(Math.abs(difference) < 1e-3)) {
          throw new AssertionError(
              "element " + i + ": " + got.getDouble(i) + ", expected " + expected.getDouble(i));
        }
      }
    }
    System.out.println("done");
    System.out.flush();
    Runtime.getRuntime().halt(0); // threads that kernels left behind are no reason to wait
  }

  private static Tensor run(Case each, KernelSelector kernels) {
    Graph graph = GraphText.parse(each.text);
    LocalOptions config = LocalOptions.builder().kernels(kernels).build();
    try (Session session = Session.open(graph, config)) {
      Runner runner = session.runner().fetch("y");
      each.feeds.forEach(runner::feed);
      return runner.run().get(0);
    }
  }

  private static Tensor numbers(long... sizes) {
    Shape shape = Shape.of(sizes);
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 7 - 3;
    }
    return Tensors.of(shape, values);
  }

  private static Tensor sizes(long[] sizes) {
    return Tensors.vector(Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray());
  }

  private static String attrs(String format, Object... numbers) {
    return String.format(Locale.ROOT, format, numbers);
  }

  private static String placeholder(String name, String dtype) {
    return "%" + name + " = Placeholder() {dtype: " + dtype + "}\n";
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    List<String> dilated =
        List.of(
            "{strides: [1,1,1,1], padding: \"SAME\", dilations: [1," + MAX + ",1,1]}",
            "{strides: [1,1,1,1], padding: \"SAME\", dilations: [1,1," + MAX + ",1]}",
            "{strides: [1,1,1,1], padding: \"SAME\", dilations: [1,65536,65536,1]}");
    for (String attrs : dilated) {
      convolutions(cases, attrs, new long[] {1, 6, 5, 8}, new long[] {3, 3, 8, 16}, 6, 5);
      cases.add(
          convolution("DepthwiseConv2dNative", attrs, numbers(1, 6, 5, 8), numbers(3, 3, 8, 1)));
      fused(cases, attrs, new long[] {1, 6, 5, 16}, new long[] {3, 3, 16, 16}, 6, 5);
    }
    for (long padding : new long[] {MAX - 1, MAX + 1, 1L << 32, 1L << 40}) {
      String attrs =
          attrs(
              "{strides: [1,1,%d,1], padding: \"EXPLICIT\", explicit_paddings: [0,0,0,0,0,%d,0,0]}",
              MAX, padding);
      long columns = (4 + padding - 1) / MAX + 1;
      convolutions(
          cases, attrs, new long[] {1, 3, 4, 8}, new long[] {1, 1, 8, 8}, 3, (int) columns);
      fused(cases, attrs, new long[] {1, 3, 4, 16}, new long[] {1, 1, 16, 16}, 3, (int) columns);
    }
    String both =
        attrs(
            "{strides: [1,%d,%d,1], padding: \"EXPLICIT\", explicit_paddings: [0,0,0,%d,0,%d,0,0]}",
            MAX, MAX, MAX, MAX);
    convolutions(cases, both, new long[] {1, 3, 4, 8}, new long[] {1, 1, 8, 8}, 2, 2);
    fused(cases, both, new long[] {1, 3, 4, 16}, new long[] {1, 1, 16, 16}, 2, 2);
    volumes(cases);
    pooling(cases);
    return cases;
  }

  private static Case convolution(String op, String attrs, Tensor x, Tensor filter) {
    String text =
        placeholder("x", "float32")
            + placeholder("f", "float32")
            + "%y = "
            + op
            + "(%x, %f) "
            + attrs
            + "\n";
    return new Case(text, Map.of("x", x, "f", filter));
  }

  /** The convolution and both its gradients. */
  private static void convolutions(
      List<Case> cases, String attrs, long[] x, long[] filter, int rows, int columns) {
    cases.add(convolution("Conv2D", attrs, numbers(x), numbers(filter)));
    Tensor dy = numbers(x[0], rows, columns, filter[3]);
    String common = placeholder("dy", "float32") + placeholder("sizes", "int32");
    cases.add(
        new Case(
            common
                + placeholder("f", "float32")
                + "%y = Conv2DBackpropInput(%sizes, %f, %dy) "
                + attrs
                + "\n",
            Map.of("dy", dy, "f", numbers(filter), "sizes", sizes(x))));
    cases.add(
        new Case(
            common
                + placeholder("x", "float32")
                + "%y = Conv2DBackpropFilter(%x, %sizes, %dy) "
                + attrs
                + "\n",
            Map.of("dy", dy, "x", numbers(x), "sizes", sizes(filter))));
  }

  /** What the passes of oneDNN make of convolutions and what is around them. */
  private static void fused(
      List<Case> cases, String attrs, long[] x, long[] filter, int rows, int columns) {
    long channels = filter[3];
    String both = placeholder("x", "float32") + placeholder("f", "float32");
    String bias = placeholder("bias", "float32");
    Map<String, Tensor> feeds =
        Map.of("x", numbers(x), "f", numbers(filter), "bias", numbers(channels));
    for (String activation : List.of("Relu", "Elu", "Sigmoid")) {
      String following = ", fused_ops: [\"BiasAdd\",\"" + activation + "\"], num_args: 1}\n";
      cases.add(
          new Case(
              both
                  + bias
                  + "%y = _FusedConv2D(%x, %f, [%bias], []) "
                  + attrs.substring(0, attrs.length() - 1)
                  + following,
              feeds));
      cases.add(
          new Case(
              both
                  + bias
                  + "%c = Conv2D(%x, %f) "
                  + attrs
                  + "\n%s = BiasAdd(%c, %bias)\n%y = "
                  + activation
                  + "(%s)\n",
              feeds));
    }
    // the first convolution is fused and in blocked order, the second is neither
    cases.add(
        new Case(
            both
                + bias
                + "%a = Conv2D(%x, %f) {strides: [1,1,1,1], padding: \"SAME\"}\n"
                + "%s = BiasAdd(%a, %bias)\n%r = Relu(%s)\n%c = Conv2D(%r, %f) "
                + attrs
                + "\n%y = Relu(%c)\n",
            feeds));
    cases.add(
        new Case(
            placeholder("x", "float32")
                + placeholder("sizes", "int32")
                + placeholder("dy", "float32")
                + "%g = Conv2DBackpropFilter(%x, %sizes, %dy) "
                + attrs
                + "\n%b = BiasAddGrad(%dy)\n%y = AddV2(%g, %b)\n",
            Map.of(
                "x", numbers(x),
                "sizes", sizes(filter),
                "dy", numbers(x[0], rows, columns, channels))));
  }

  private static void volumes(List<Case> cases) {
    cases.add(
        convolution(
            "Conv3D",
            "{strides: [1,1,1,1,1], padding: \"SAME\", dilations: [1,1," + MAX + ",1,1]}",
            numbers(1, 2, 6, 5, 4),
            numbers(2, 3, 3, 4, 4)));
    cases.add(
        pool(
            "MaxPool3D",
            attrs("{ksize: [1,1,%d,%d,1], strides: [1,1,1,1,1], padding: \"SAME\"}", MAX, MAX),
            numbers(1, 2, 3, 4, 2)));
  }

  private static Case pool(String op, String attrs, Tensor x) {
    String text = placeholder("x", "float32") + "%y = " + op + "(%x) " + attrs + "\n";
    return new Case(text, Map.of("x", x));
  }

  private static void pooling(List<Case> cases) {
    String same = "{ksize: [1,%d,%d,1], strides: [1,1,1,1], padding: \"SAME\"}";
    for (long size : new long[] {1 << 11, 1 << 20, MAX}) {
      cases.add(pool("MaxPool", attrs(same, 1, size), numbers(1, 4, 4, 8)));
      cases.add(pool("AvgPool", attrs(same, size, size), numbers(1, 4, 4, 8)));
      Tensor x = numbers(1, 4, 4, 8);
      cases.add(
          new Case(
              placeholder("x", "float32")
                  + placeholder("dy", "float32")
                  + "%p = MaxPool(%x) "
                  + attrs(same, size, 1)
                  + "\n%y = MaxPoolGrad(%x, %p, %dy) "
                  + attrs(same, size, 1)
                  + "\n",
              Map.of("x", x, "dy", numbers(1, 4, 4, 8))));
    }
    String window = attrs(same, MAX, MAX);
    cases.add( // pooling that would follow a convolution in blocked order
        new Case(
            placeholder("x", "float32")
                + placeholder("f", "float32")
                + "%c = Conv2D(%x, %f) {strides: [1,1,1,1], padding: \"SAME\"}\n"
                + "%r = Relu(%c)\n%y = MaxPool(%r) "
                + window
                + "\n",
            Map.of("x", numbers(1, 4, 4, 16), "f", numbers(5, 5, 16, 16))));
    String explicit =
        "{ksize: [1,1,%d,1], strides: [1,1,%d,1], padding: \"EXPLICIT\","
            + " explicit_paddings: [0,0,0,0,%d,%d,0,0]}";
    cases.add(pool("MaxPool", attrs(explicit, MAX, MAX, MAX - 1, MAX - 1), numbers(1, 4, 4, 8)));
    // fed, and in a type that only the reference kernel takes
    cases.add(
        new Case(
            "%x = Placeholder() {dtype: float64}\n"
                + placeholder("size", "int32")
                + placeholder("strides", "int32")
                + "%y = MaxPoolV2(%x, %size, %strides) {padding: \"SAME\"}\n",
            Map.of(
                "x", Tensors.of(Shape.of(1, 2, 2, 1), 1.0, 2.0, 3.0, 4.0),
                "size", Tensors.vector(1, Integer.MAX_VALUE, Integer.MAX_VALUE, 1),
                "strides", Tensors.vector(1, 1, 1, 1))));
  }
}
