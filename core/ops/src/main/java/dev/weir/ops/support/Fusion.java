package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.ActivationKind;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a product or a convolution does to its result before it gives it: the attribute {@code
 * fused_ops}, one of
 *
 * <ul>
 *   <li>{@code BiasAdd}, with a bias for each channel as its argument;
 *   <li>{@code BiasAdd, Add}, with a second argument shaped like the result;
 *   <li>{@code FusedBatchNorm}, with scale, offset, mean and variance of each channel,
 * </ul>
 *
 * and then an activation or none. Each step is the op of that name, rounding included, so that a
 * node computes what the ops it stands for compute. Arguments begin at input 2.
 */
public final class Fusion {
  private static final String BIAS = "BiasAdd";
  private static final String ADD = "Add";
  private static final String NORMALIZATION = "FusedBatchNorm";
  private static final String GELU_APPROXIMATE = "GeluApproximate";
  private static final String GELU_EXACT = "GeluExact";
  private static final int FIRST_ARGUMENT = 2;
  private static final int NORMALIZATION_OUTPUTS = 5;

  private final List<String> names;
  private final String format;
  private final boolean isAdded;

  private Fusion(List<String> names, String format) {
    this.names = names;
    this.format = format;
    this.isAdded = names.contains(ADD);
  }

  /**
   * That of a node; refuses lists that are not as above.
   *
   * @param format the data format of the result: which dimension has the channels
   * @param canNormalize whether {@code FusedBatchNorm} may be one of the steps
   */
  public static Fusion of(Attributes attrs, String format, boolean canNormalize) {
    List<String> names = attrs.strings("fused_ops");
    if (names.isEmpty()) {
      throw WeirException.invalidArgument(
          "fused_ops must name at least one op that follows, got []");
    }
    int leading = leading(names, canNormalize);
    List<String> rest = names.subList(leading, names.size());
    if (leading == 0 || rest.size() > 1 || !rest.stream().allMatch(Fusion::isActivation)) {
      throw WeirException.unimplemented(
          "fused_ops must be %s, then one of %s or nothing, got %s",
          canNormalize
              ? "BiasAdd, BiasAdd and Add, or FusedBatchNorm"
              : "BiasAdd, or BiasAdd and Add",
          activations(),
          names);
    }
    return new Fusion(names, format);
  }

  private static boolean isActivation(String name) {
    return name.equals(GELU_APPROXIMATE) || name.equals(GELU_EXACT) || activation(name) != null;
  }

  /** The activation function that an op is; null if it is none, or there is no such op. */
  private static @Nullable ActivationKind activation(String name) {
    OpDefinition op = OpRegistry.standard().find(name);
    return op == null ? null : op.traits().activation();
  }

  /** All activations that may follow, for messages. */
  private static List<String> activations() {
    Stream<String> ops =
        OpRegistry.standard().all().stream()
            .map(op -> op.signature().name())
            .filter(name -> activation(name) != null);
    return Stream.concat(ops, Stream.of(GELU_APPROXIMATE, GELU_EXACT)).sorted().toList();
  }

  /** How many names come before the activation; 0 if they are not the right ones. */
  private static int leading(List<String> names, boolean canNormalize) {
    if (names.getFirst().equals(BIAS)) {
      return names.size() > 1 && names.get(1).equals(ADD) ? 2 : 1;
    }
    return canNormalize && names.getFirst().equals(NORMALIZATION) ? 1 : 0;
  }

  private static int arguments(String name) {
    return switch (name) {
      case BIAS, ADD -> 1;
      case NORMALIZATION -> 4;
      default -> 0;
    };
  }

  /**
   * Refuses arguments that do not fit the result.
   *
   * @param result what is known of its shape
   * @param given how many arguments there are
   */
  public void check(ShapeContext context, Shape result, int given) {
    long declared = context.attrs().integer("num_args");
    int needed = names.stream().mapToInt(Fusion::arguments).sum();
    if (given != needed || declared != given) {
      throw context.invalid(
          "%s needs %d arguments, got %d with num_args = %d",
          String.join(" and ", names), needed, given, declared);
    }
    for (int i = 0; i < given; i++) {
      if (context.inputDtype(FIRST_ARGUMENT + i) != context.inputDtype(0)) {
        throw context.invalid(
            "arguments must have the type of the first input: %s, %s",
            context.describe(0), context.describe(FIRST_ARGUMENT + i));
      }
    }
    long channels = result.size(format.equals("NCHW") ? 1 : result.rank() - 1);
    for (int i = 0; i < (isAdded ? 1 : given); i++) {
      checkVector(context, FIRST_ARGUMENT + i, channels);
    }
    if (isAdded && !context.input(FIRST_ARGUMENT + 1).isCompatibleWith(result)) {
      throw context.invalid(
          "what is added must be shaped like the result: %s, the result is %s",
          context.describe(FIRST_ARGUMENT + 1), result);
    }
  }

  private static void checkVector(ShapeContext context, int i, long channels) {
    long size = context.requireRank(i, 1).size(0);
    if (size >= 0 && channels >= 0 && size != channels) {
      throw context.invalid(
          "there must be a number for each channel of the result: %s, there are %d channels",
          context.describe(i), channels);
    }
  }

  /** A kernel that does what {@code first} does with inputs 0 and 1, and then all this. */
  public Kernel after(Kernel first, KernelSpec spec) {
    List<KernelChain.Link> links = new ArrayList<>();
    links.add(new KernelChain.Link(first, 1, List.of(0, 1)));
    int argument = FIRST_ARGUMENT;
    for (String name : names) {
      List<Integer> inputs = new ArrayList<>(List.of(KernelChain.BEFORE));
      for (int i = arguments(name); i > 0; i--) {
        inputs.add(argument++);
      }
      int outputs = name.equals(NORMALIZATION) ? NORMALIZATION_OUTPUTS : 1;
      links.add(new KernelChain.Link(step(name, inputs.size(), outputs, spec), outputs, inputs));
    }
    return new KernelChain(links);
  }

  private Kernel step(String name, int inputs, int outputs, KernelSpec spec) {
    return switch (name) {
      case GELU_APPROXIMATE -> UnaryKernels.real(Gelu::approximate);
      case GELU_EXACT -> UnaryKernels.real(Gelu::exact);
      default -> {
        DType dtype = spec.inputDtype(0);
        KernelSpec step =
            new KernelSpec(
                name,
                spec.node(),
                attributes(name, spec.attrs()),
                Collections.nCopies(inputs, dtype),
                Collections.nCopies(outputs, dtype),
                Collections.nCopies(inputs, Shape.unknown()));
        yield OpRegistry.standard().get(name).kernel(step);
      }
    };
  }

  private Attributes attributes(String name, Attributes node) {
    Map<String, AttrValue> values =
        switch (name) {
          case BIAS -> Map.of("data_format", AttrValue.of(format));
          case NORMALIZATION ->
              Map.of(
                  "data_format", AttrValue.of(format),
                  "epsilon", AttrValue.of(node.floating("epsilon")),
                  "exponential_avg_factor", AttrValue.of(1f),
                  "is_training", AttrValue.of(false));
          default ->
              activation(name) == ActivationKind.LEAKY_RELU
                  ? Map.of("alpha", AttrValue.of(node.floating("leakyrelu_alpha")))
                  : Map.of();
        };
    return Attributes.of(values).with("T", AttrValue.of(node.type("T")));
  }
}
