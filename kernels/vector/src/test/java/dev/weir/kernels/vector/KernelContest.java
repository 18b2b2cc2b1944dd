package dev.weir.kernels.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.kernels.vector.internal.support.Warmth;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A node run with its reference kernel and with one of this package, on whatever is fed to it. The
 * latter must give the same bits in vectors as with single elements.
 */
public final class KernelContest implements AutoCloseable {
  private final String title;
  private final int inputs;
  private final int outputs;
  private final Session reference;
  private final Session vector;
  private int ulps;
  private double absolute;

  private KernelContest(String title, Graph graph, int inputs, int outputs) {
    this.title = title;
    this.inputs = inputs;
    this.outputs = outputs;
    LocalOptions config = LocalOptions.standard();
    this.reference =
        Session.open(graph, config.toBuilder().kernels(KernelSelector.reference()).build());
    this.vector =
        Session.open(
            graph,
            config.toBuilder().kernels(new KernelSelector(List.of(new VectorProvider()))).build());
  }

  /** Whether an op is in the catalog; kernels may come before their ops. */
  public static boolean isKnown(String op) {
    return OpRegistry.standard().find(op) != null;
  }

  /** A node with inputs of these types. */
  public static KernelContest of(String op, Map<String, AttrValue> attrs, DType... dtypes) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    NodeBuilder builder = graph.node(op, "node");
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < dtypes.length; i++) {
      outputs.add(ops.withName("input" + i).placeholder(dtypes[i]));
    }
    List<Signature.Arg> inputs = OpRegistry.standard().get(op).signature().inputs();
    int lists = (int) inputs.stream().filter(Signature.Arg::isList).count();
    int next = 0;
    for (Signature.Arg input : inputs) {
      if (input.isList()) { // all lists are equally long
        int length = (outputs.size() - (inputs.size() - lists)) / lists;
        builder.inputList(outputs.subList(next, next + length));
        next += length;
      } else {
        builder.input(outputs.get(next++));
      }
    }
    attrs.forEach(builder::attr);
    int results = builder.build().outputCount();
    return new KernelContest(op + List.of(dtypes), graph, dtypes.length, results);
  }

  /** How much the results may differ: in units of the last place, or absolutely. */
  public KernelContest within(int someUlps, double difference) {
    ulps = someUlps;
    absolute = difference;
    return this;
  }

  /** Runs both and compares all outputs, once with single elements and once with vectors. */
  public void compare(Tensor... values) {
    assertThat(values).hasSize(inputs);
    List<Tensor> expected = run(reference, values);
    List<Tensor> single = run(vector, values);
    List<Tensor> inVectors = runInVectors(values);
    for (int i = 0; i < outputs; i++) {
      compare(single.get(i), expected.get(i), values);
      compare(inVectors.get(i), expected.get(i), values);
      requireSameBits(inVectors.get(i), single.get(i), values);
    }
  }

  /** Runs the kernel of this package alone. */
  public List<Tensor> runInVectors(Tensor... values) {
    Warmth.force(true);
    try {
      return run(vector, values);
    } finally {
      Warmth.force(false);
    }
  }

  private void requireSameBits(Tensor inVectors, Tensor single, Tensor... values) {
    for (long i = 0; i < single.elements(); i++) {
      if (Double.compare(real(inVectors, i), real(single, i)) != 0) {
        fail(
            "%s of %s, element %d: %s in vectors, %s alone",
            title, describe(values, i), i, real(inVectors, i), real(single, i));
      }
    }
  }

  private void compare(Tensor got, Tensor expected, Tensor... values) {
    assertThat(got.dtype()).as(title).isEqualTo(expected.dtype());
    assertThat(got.shape()).as(title).isEqualTo(expected.shape());
    for (long i = 0; i < got.elements(); i++) {
      double apart = apart(got, expected, i);
      double difference = Math.abs(real(got, i) - real(expected, i));
      if (!(apart <= ulps) && !(difference <= absolute)) {
        fail(
            "%s of %s, element %d: got %s, expected %s (%.1f ulps)",
            title, describe(values, i), i, real(got, i), real(expected, i), apart);
      }
    }
  }

  private List<Tensor> run(Session session, Tensor... values) {
    Runner runner = session.runner();
    for (int i = 0; i < values.length; i++) {
      runner.feed("input" + i, values[i]);
    }
    for (int i = 0; i < outputs; i++) {
      runner.fetch("node:" + i);
    }
    return runner.run().stream().map(KernelContest::parts).toList();
  }

  /** Complex numbers as pairs of real ones, all else as it is. */
  private static Tensor parts(Tensor tensor) {
    return tensor.dtype().isComplex()
        ? tensor.reinterpreted(tensor.dtype().realPart(), tensor.shape().concat(Shape.of(2)))
        : tensor;
  }

  private static double apart(Tensor got, Tensor expected, long i) {
    DType dtype = expected.dtype();
    if (!dtype.isFloating()) {
      return got.getLong(i) == expected.getLong(i) ? 0 : Double.POSITIVE_INFINITY;
    }
    double a = got.getDouble(i);
    double b = expected.getDouble(i);
    if (a == b || (Double.isNaN(a) && Double.isNaN(b))) {
      return 0;
    }
    double ulp =
        switch (dtype) {
          case FLOAT32 -> Math.ulp((float) b);
          case FLOAT64 -> Math.ulp(b);
          case BFLOAT16 -> Math.max(Math.scalb(1.0, Math.getExponent(b) - 7), 0x1p-133);
          case FLOAT16 -> Math.max(Math.scalb(1.0, Math.getExponent(b) - 10), 0x1p-24);
          default -> throw new IllegalArgumentException(dtype + " has no last place");
        };
    return Math.abs(a - b) / ulp;
  }

  private static double real(Tensor tensor, long i) {
    boolean isReal = tensor.dtype().isFloating() || tensor.dtype().isComplex();
    return isReal ? tensor.getDouble(i) : tensor.getLong(i);
  }

  private static String describe(Tensor[] values, long i) {
    StringBuilder text = new StringBuilder();
    for (Tensor value : values) {
      text.append(value.dtype()).append(value.shape());
      if (i < value.elements()) {
        text.append(" with ").append(real(value, i));
      }
      text.append("; ");
    }
    return text.toString();
  }

  /** Numbers of all sizes, special ones among them. */
  public static Tensor awkward(DType dtype, long seed, long... sizes) {
    double[] special = {
      0,
      -0.0,
      1,
      -1,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      6,
      1e-40,
      -1e-320,
      88.5,
      -88.5,
      104,
      1e38,
      -1e38,
      709.9,
      -745,
      0.625,
      20.5
    };
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      double number =
          switch (random.nextInt(8)) {
            case 0 -> special[random.nextInt(special.length)];
            case 1 -> random.nextGaussian() * 50;
            case 2 -> random.nextGaussian() * 1e-4;
            default -> random.nextGaussian() * 2;
          };
      if (dtype == DType.BOOL) {
        tensor.setBoolean(i, random.nextBoolean());
      } else if (dtype.isFloating()) {
        tensor.setDouble(i, number);
      } else {
        tensor.setLong(i, random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(7) - 3);
      }
    }
    return tensor.freeze();
  }

  /** Numbers between 0.5 and 1.5, or small integers. */
  public static Tensor plain(DType dtype, long seed, long... sizes) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      if (dtype.isFloating()) {
        tensor.setDouble(i, random.nextDouble() + 0.5);
      } else {
        tensor.setLong(i, random.nextInt(1000) - 500);
      }
    }
    return tensor.freeze();
  }

  @Override
  public void close() {
    reference.close();
    vector.close();
  }
}
