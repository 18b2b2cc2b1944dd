package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A small graph of random nodes over the whole catalog, always the same for the same seed. It knows
 * nothing of single ops: it tries inputs and attributes until the op's own rules accept them. Only
 * the chains that passes for fast kernels rewrite are put together on purpose: {@link
 * RandomChains}.
 */
public final class RandomGraph {
  /** The types that most ops have. */
  private static final List<DType> COMMON =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64, DType.BOOL, DType.STRING);

  /** All but quantized numbers, with which TensorFlow's CPU kernels do next to nothing. */
  static final List<DType> DTYPES =
      Arrays.stream(DType.values())
          .filter(dtype -> !isObject(dtype) && !dtype.isQuantized())
          .toList();

  private static final int MAX_TRIES = 60;
  private static final int TRIES_PER_OP = 10;

  /** One in so many additions is a chain. */
  private static final int CHAIN_RARITY = 12;

  private static final long[][] SHAPES = {{}, {3}, {2, 3}, {3, 3}, {3, 2}, {2, 1, 3}, {1, 2, 2, 3}};

  /** An image and a filter for it, in two and in three dimensions. */
  private static final long[][] IMAGES = {
    {1, 5, 4, 3}, {2, 2, 3, 3}, {1, 3, 4, 3, 2}, {2, 1, 2, 2, 2}
  };

  private static final String DEVICE = "/device:CPU:";

  /** Positive numbers most often: many functions are defined for nothing else. */
  private static final double[] LEAST = {1, 0.25, 0, -4};

  private static final long LARGEST = 4096;

  /** Ops that are not compared here, each with the reason. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("_FusedConv2D", "passes make it of the chains"),
          Map.entry("_FusedMatMul", "passes make it of the chains"),
          Map.entry("Abort", "ends the process"),
          Map.entry("Empty", "its values are left open"),
          Map.entry("Eig", "vectors are unique only up to a factor"),
          Map.entry("Lu", "pivots of equal size may be chosen either way"),
          Map.entry("Qr", "factors are unique only up to signs"),
          Map.entry("SelfAdjointEig", "vectors are unique only up to signs"),
          Map.entry("SelfAdjointEigV2", "vectors are unique only up to signs"),
          Map.entry("TopK", "no node can name the attribute that TensorFlow's kernel asks for"),
          Map.entry("Svd", "vectors are unique only up to signs"));

  private final Random random;
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final List<Output> all = new ArrayList<>();
  private final List<OpDefinition> catalog;
  private final int devices;

  private RandomGraph(long seed, int devices) {
    random = new Random(seed);
    this.devices = devices;
    catalog = OpRegistry.standard().all().stream().filter(RandomGraph::isUsable).toList();
  }

  private static boolean isUsable(OpDefinition op) {
    Signature signature = op.signature();
    return op.kind() == NodeKind.ORDINARY
        && !signature.stateful()
        && !signature.name().startsWith("Test")
        && !LEFT_OUT.containsKey(signature.name())
        && !signature.inputs().isEmpty()
        && signature.attrs().stream().noneMatch(attr -> attr.type() == AttrType.FUNC)
        && signature.inputs().stream().noneMatch(arg -> arg.isRef() || isObject(arg.type()))
        && signature.outputs().stream().noneMatch(arg -> isObject(arg.type()));
  }

  private static boolean isObject(@Nullable DType dtype) {
    return dtype == DType.RESOURCE || dtype == DType.VARIANT;
  }

  /** A graph of about {@code size} nodes besides its constants, for one or two CPU devices. */
  public static Graph of(long seed, int size, int devices) {
    RandomGraph builder = new RandomGraph(seed, devices);
    builder.addConstants();
    int added = 0;
    for (int tries = 0; tries < MAX_TRIES && added < size; tries++) {
      added += builder.random.nextInt(CHAIN_RARITY) == 0 ? builder.addChain() : builder.addNode();
    }
    return builder.graph;
  }

  /** Tries to add a node of an op; how many were added. */
  private int addNode() {
    OpDefinition op = catalog.get(random.nextInt(catalog.size()));
    for (int i = 0; i < TRIES_PER_OP; i++) {
      if (tryAdd(op)) {
        return 1;
      }
    }
    return 0;
  }

  /** Adds what passes rewrite; how many nodes that is. */
  private int addChain() {
    int device = random.nextInt(devices);
    Ops elsewhere = devices == 1 ? null : ops.withDevice(DEVICE + (devices - 1 - device));
    RandomChains.Chain chain =
        new RandomChains(random, ops.withDevice(DEVICE + device), elsewhere).next();
    all.add(chain.end());
    return chain.nodes();
  }

  /** Where the next node goes: anywhere. */
  private String device() {
    return DEVICE + random.nextInt(devices);
  }

  private void addConstants() {
    for (DType dtype : DTYPES) {
      for (long[] sizes : SHAPES) {
        all.add(constant(dtype, sizes));
      }
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      for (long[] sizes : IMAGES) {
        all.add(constant(dtype, sizes));
      }
    }
  }

  private Output constant(DType dtype, long[] sizes) {
    double[] values = new double[(int) Shape.of(sizes).elements()];
    boolean isNegative = dtype != DType.BOOL && !dtype.isUnsigned();
    double least = Math.max(isNegative ? -4 : 0, LEAST[random.nextInt(LEAST.length)]);
    double most = dtype == DType.BOOL ? 1.99 : 3.99;
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.floor(4 * random.nextDouble(least, most)) / 4;
    }
    if (!dtype.isComplex()) {
      return ops.constant(Values.of(Shape.of(sizes), values).as(dtype));
    }
    double[] parts = new double[2 * values.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = i % 2 == 0 ? values[i / 2] : random.nextInt(-4, 5) / 4.0;
    }
    return ops.constant(Values.complex(Shape.of(sizes), parts).as(dtype));
  }

  private boolean tryAdd(OpDefinition op) {
    Signature signature = op.signature();
    Map<String, DType> types = chooseTypes(signature);
    NodeBuilder builder = graph.node(signature.name()).device(device());
    for (Signature.Arg arg : signature.inputs()) {
      List<Output> inputs = chooseInputs(arg, types);
      if (inputs == null) {
        return false;
      }
      if (arg.isList()) {
        builder.inputList(inputs);
      } else {
        builder.input(inputs.get(0));
      }
    }
    types.forEach(builder::attr);
    for (Signature.Attr attr : signature.attrs()) {
      AttrValue value = chooseValue(attr);
      if (value != null) {
        builder.attr(attr.name(), value);
      }
    }
    return build(builder);
  }

  private boolean build(NodeBuilder builder) {
    Node node;
    try {
      node = builder.build();
    } catch (WeirException e) {
      return false; // inputs its rules refuse; others are tried
    }
    for (int i = 0; i < node.outputCount(); i++) {
      Output output = node.output(i);
      long elements = output.shape().elements();
      boolean isUseful = elements > 0 && elements <= LARGEST;
      if (isUseful && DTYPES.contains(output.dtype())) {
        all.add(output);
      }
    }
    return true;
  }

  private Map<String, DType> chooseTypes(Signature signature) {
    Map<String, DType> types = new HashMap<>();
    for (Signature.Attr attr : signature.attrs()) {
      if (attr.type() == AttrType.TYPE && !attr.isList()) {
        List<DType> allowed = new ArrayList<>();
        for (DType dtype : random.nextBoolean() ? COMMON : DTYPES) {
          if (attr.allowed().isEmpty() || attr.allowed().contains(AttrValue.of(dtype))) {
            allowed.add(dtype);
          }
        }
        if (!allowed.isEmpty()) {
          types.put(attr.name(), allowed.get(random.nextInt(allowed.size())));
        }
      }
    }
    return types;
  }

  private @Nullable List<Output> chooseInputs(Signature.Arg arg, Map<String, DType> types) {
    if (arg.isTypeList()) {
      return List.of(all.get(random.nextInt(all.size())));
    }
    DType dtype = arg.type() != null ? arg.type() : types.get(arg.typeAttr());
    List<Output> candidates = all.stream().filter(output -> output.dtype() == dtype).toList();
    if (candidates.isEmpty()) {
      return null;
    }
    boolean isInteger = dtype == DType.INT32 || dtype == DType.INT64;
    if (dtype != null && isInteger && random.nextInt(3) > 0) {
      return List.of(smallIntegers(dtype));
    }
    List<Output> computed = candidates.stream().filter(RandomGraph::isComputed).toList();
    List<Output> from = computed.isEmpty() || random.nextBoolean() ? candidates : computed;
    Output chosen = from.get(random.nextInt(from.size()));
    return arg.numberAttr() == null ? List.of(chosen) : Collections.nCopies(2, chosen);
  }

  private static boolean isComputed(Output output) {
    return output.node().op().kind() != NodeKind.CONSTANT;
  }

  /** An axis, a shape, a permutation: what integer inputs usually are. */
  private Output smallIntegers(DType dtype) {
    int length = random.nextInt(4);
    double[] values = new double[Math.max(1, length)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(4) - (random.nextInt(4) == 0 ? 1 : 0);
    }
    Shape shape = length == 0 ? Shape.scalar() : Shape.of(length);
    return ops.constant(Values.of(shape, values).as(dtype));
  }

  private @Nullable AttrValue chooseValue(Signature.Attr attr) {
    boolean needed = attr.defaultValue() == null;
    // TensorFlow's CPU kernels know only one layout of images
    if (attr.name().equals("data_format") || (!needed && random.nextInt(3) > 0)) {
      return null;
    }
    if (attr.isList()) {
      return attr.type() == AttrType.INT ? chooseIntegers(attr) : null;
    }
    return switch (attr.type()) {
      case BOOL -> AttrValue.of(random.nextBoolean());
      case INT -> needed ? AttrValue.of(random.nextInt(4)) : null;
      case FLOAT -> needed ? AttrValue.of(random.nextFloat()) : null;
      case STRING ->
          attr.allowed().isEmpty()
              ? null
              : List.copyOf(attr.allowed()).get(random.nextInt(attr.allowed().size()));
      default -> null;
    };
  }

  /** Sizes or steps of a window where there is no default or it looks like one, else axes. */
  private AttrValue chooseIntegers(Signature.Attr attr) {
    boolean isWindow =
        attr.defaultValue() == null
            || (attr.defaultValue() instanceof AttrValue.ListValue list
                && list.values().size() >= 4);
    if (isWindow) {
      return AttrValue.ofInts(window(random.nextInt(4) == 0 ? 5 : 4));
    }
    long[] axes = new long[random.nextInt(3)];
    for (int i = 0; i < axes.length; i++) {
      axes[i] = random.nextInt(3) - 1;
    }
    return AttrValue.ofInts(axes);
  }

  /** As long as an image has dimensions; 1 for batch and channels. */
  private long[] window(int rank) {
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = i == 0 || i == rank - 1 ? 1 : 1 + random.nextInt(2);
    }
    return sizes;
  }
}
