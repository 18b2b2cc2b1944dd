package dev.weir.testkit.samples;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.TypedScenario;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples of the ops in {@code dev.weir.ops.train}: several steps of every optimizer. */
final class TrainingSamples {
  private TrainingSamples() {}

  private static final int STEPS = 3;

  private static final Set<DType> DOUBLES = EnumSet.of(DType.FLOAT32, DType.FLOAT64);

  private static final Set<DType> REALS =
      EnumSet.of(DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64);

  private static final Set<DType> ALL =
      EnumSet.of(
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.FLOAT32,
          DType.FLOAT64,
          DType.COMPLEX64,
          DType.COMPLEX128);

  /** The element types TensorFlow trains, by optimizer. */
  private static final Map<String, Set<DType>> TYPES =
      Map.ofEntries(
          Map.entry("GradientDescent", ALL),
          Map.entry("ProximalGradientDescent", DOUBLES),
          Map.entry("Momentum", ALL),
          Map.entry("KerasMomentum", ALL),
          Map.entry("Adagrad", ALL),
          Map.entry("AdagradV2", ALL),
          Map.entry("AdagradDA", DOUBLES),
          Map.entry("ProximalAdagrad", DOUBLES),
          Map.entry("Adadelta", ALL),
          Map.entry("RMSProp", ALL),
          Map.entry("CenteredRMSProp", ALL),
          Map.entry("Adam", ALL),
          Map.entry("AdamWithAmsgrad", REALS),
          Map.entry("AdaMax", REALS),
          Map.entry("Ftrl", REALS),
          Map.entry("FtrlV2", REALS),
          Map.entry("AddSign", REALS),
          Map.entry("PowerSign", REALS));

  /** TensorFlow has no kernels for these in bfloat16. */
  private static final Set<String> NOT_BFLOAT16 =
      Set.of(
          "ApplyAdaMax",
          "ResourceApplyAdaMax",
          "SparseApplyRMSProp",
          "ResourceSparseApplyRMSProp",
          "SparseApplyCenteredRMSProp",
          "ResourceSparseApplyCenteredRMSProp");

  private static final Map<String, Double> PARAMETERS =
      Map.ofEntries(
          Map.entry("alpha", 0.25),
          Map.entry("lr", 0.25),
          Map.entry("momentum", 0.9),
          Map.entry("rho", 0.9),
          Map.entry("epsilon", 0.1),
          Map.entry("beta1_power", 0.9),
          Map.entry("beta2_power", 0.95),
          Map.entry("beta1", 0.9),
          Map.entry("beta2", 0.95),
          Map.entry("l1", 0.05),
          Map.entry("l2", 0.1),
          Map.entry("l2_shrinkage", 0.2),
          Map.entry("lr_power", -0.5),
          Map.entry("sign_decay", 0.9),
          Map.entry("beta", 0.9),
          Map.entry("logbase", 0.7),
          Map.entry("global_step", 3.0));

  static List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    for (String form : List.of("Apply", "ResourceApply", "SparseApply", "ResourceSparseApply")) {
      TYPES.forEach(
          (optimizer, types) -> {
            String op = form + optimizer;
            if (OpRegistry.standard().find(op) != null) {
              types.stream()
                  .filter(dtype -> dtype != DType.BFLOAT16 || !NOT_BFLOAT16.contains(op))
                  .forEach(dtype -> all.add(steps(op, dtype)));
              all.add(refusals(op));
            }
          });
    }
    return all.stream().map(Scenario::comparingShapes).toList();
  }

  /** The types that the scenarios leave out: TensorFlow trains none of these. */
  static List<TypedScenario> typedScenarios() {
    List<TypedScenario> all = new ArrayList<>();
    Variant vector = new Variant("vector", Shape.of(5), Map.of(), Map.of());
    for (String form : List.of("Apply", "ResourceApply", "SparseApply", "ResourceSparseApply")) {
      TYPES.forEach(
          (optimizer, types) -> {
            String op = form + optimizer;
            if (OpRegistry.standard().find(op) != null) {
              Set<DType> shown = EnumSet.copyOf(types);
              if (NOT_BFLOAT16.contains(op)) {
                shown.remove(DType.BFLOAT16);
              }
              all.add(
                  TypedScenario.of(
                          List.of(op),
                          List.of("T"),
                          (ops, steps, dtype) -> take(ops, steps, op, dtype, vector))
                      .without(shown)
                      .within(TrainingSamples::tolerance));
            }
          });
    }
    return all;
  }

  private static Scenario steps(String op, DType dtype) {
    return Scenario.of(
            op + " in " + dtype,
            Set.of(op),
            (ops, steps) -> {
              variants(op).forEach(variant -> take(ops, steps, op, dtype, variant));
            })
        .within(tolerance(dtype));
  }

  /**
   * The numbers are of size 1. Where a step leaves little of them, what it leaves has their error,
   * which a division by the learning rate magnifies.
   */
  private static Tolerance tolerance(DType dtype) {
    int bits =
        switch (dtype) {
          case FLOAT16 -> 10;
          case BFLOAT16 -> 7;
          case FLOAT32, COMPLEX64 -> 23;
          default -> 52;
        };
    return new Tolerance(2, Math.scalb(8.0, -bits), 0);
  }

  /** A choice of parameters and attributes that differ from the usual ones. */
  private record Variant(
      String name, Shape shape, Map<String, Double> parameters, Map<String, Boolean> attrs) {
    double parameter(String parameter) {
      Double value = parameters.getOrDefault(parameter, PARAMETERS.get(parameter));
      if (value == null) {
        throw new IllegalStateException("no value for " + parameter);
      }
      return value;
    }
  }

  private static List<Variant> variants(String op) {
    Shape matrix = Shape.of(5, 3);
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("usual", matrix, Map.of(), Map.of()));
    variants.add(new Variant("vector", Shape.of(5), Map.of(), Map.of()));
    if (!op.contains("Sparse")) {
      variants.add(new Variant("scalar", Shape.scalar(), Map.of(), Map.of()));
      variants.add(new Variant("long", Shape.of(3, 199), Map.of(), Map.of()));
      variants.add(new Variant("empty", Shape.of(0, 3), Map.of(), Map.of()));
    }
    for (Signature.Attr attr : OpRegistry.standard().get(op).signature().attrs()) {
      boolean isOther = attr.name().equals("update_slots");
      if (attr.name().startsWith("use_nes") || attr.name().startsWith("mult") || isOther) {
        variants.add(new Variant(attr.name(), matrix, Map.of(), Map.of(attr.name(), !isOther)));
      }
      if (attr.name().startsWith("mult")) {
        variants.add(
            new Variant(
                "power_" + attr.name(),
                matrix,
                Map.of("lr_power", -0.7),
                Map.of(attr.name(), true)));
      }
    }
    if (op.contains("Prox") || op.contains("AdagradDA") || op.contains("Ftrl")) {
      variants.add(new Variant("no_l1", matrix, Map.of("l1", 0.0), Map.of()));
    }
    if (op.contains("Ftrl")) {
      variants.add(new Variant("power", matrix, Map.of("lr_power", -0.7), Map.of()));
      variants.add(new Variant("power_vector", Shape.of(5), Map.of("lr_power", -0.7), Map.of()));
    }
    return variants;
  }

  /** Runs one node several times, reading its variables after each. */
  private static void take(Ops ops, Scenario.Steps steps, String op, DType dtype, Variant variant) {
    Ops in = ops.withSubScope(variant.name());
    Bench bench = new Bench(in, op, dtype, variant.shape());
    NodeBuilder builder = in.withName("step").scope().node(op);
    for (Signature.Arg arg : bench.signature().inputs()) {
      builder.input(input(in, bench, variant, arg));
    }
    variant.attrs().forEach((name, value) -> builder.attr(name, value));
    Node step = builder.build();
    steps.run(bench.initializers());
    for (int i = 0; i < STEPS; i++) {
      steps.run(step.name());
      steps.fetch(bench.values());
    }
  }

  private static Output input(Ops ops, Bench bench, Variant variant, Signature.Arg arg) {
    Output variable = bench.variables.get(arg.name());
    if (variable != null) {
      return variable;
    }
    return switch (arg.name()) {
      case "grad", "delta" -> ops.constant(bench.gradient());
      case "indices" ->
          variant.shape().rank() == 1
              ? ops.constant(new long[] {3, 0, 3, 4})
              : ops.constant(new int[] {3, 0, 3, 4});
      case "global_step" -> ops.constant((long) variant.parameter("global_step"));
      default -> {
        // A single number has no imaginary part, so that rates stay what they are.
        Tensor number = Tensor.allocate(bench.dtype, Shape.scalar());
        if (bench.dtype.isComplex()) {
          number.setComplex(0, variant.parameter(arg.name()), 0);
        } else if (bench.dtype.isFloating()) {
          number.setDouble(0, variant.parameter(arg.name()));
        } else {
          number.setLong(0, (long) variant.parameter(arg.name()));
        }
        yield ops.constant(number.freeze());
      }
    };
  }

  /** The variables of a step, behind references or handles as its op wants them. */
  private static final class Bench {
    private final String op;
    private final DType dtype;
    private final Shape shape;
    private final Map<String, Output> variables = new HashMap<>();
    private final List<String> initializers = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    Bench(Ops ops, String op, DType dtype, Shape shape) {
      this.op = op;
      this.dtype = dtype;
      this.shape = shape;
      for (Signature.Arg arg : signature().inputs()) {
        if (arg.isRef() || arg.type() == DType.RESOURCE) {
          // The mean gradient is so small that its square is less than the mean square.
          double low = variables.isEmpty() ? -1 : arg.name().equals("mg") ? -0.1 : 0.2;
          double high = arg.name().equals("mg") ? 0.1 : 1;
          Values initial = Values.random(values.size() + 1, low, high, shape.sizes());
          add(ops, arg.name(), arg.isRef(), ops.constant(initial.as(dtype)));
        }
      }
    }

    Signature signature() {
      return OpRegistry.standard().get(op).signature();
    }

    private void add(Ops ops, String name, boolean isReference, Output initial) {
      if (isReference) {
        Output variable =
            ops.withName(name)
                .op("VariableV2")
                .attr("dtype", dtype)
                .attr("shape", shape)
                .build()
                .output(0);
        initializers.add(ops.op("Assign").input(variable).input(initial).build().name());
        values.add(ops.control.identity(variable).name());
        variables.put(name, variable);
      } else {
        Output handle = ops.withName(name).state.varHandleOp(dtype, shape);
        initializers.add(ops.state.assignVariableOp(handle, initial).name());
        values.add(ops.state.readVariableOp(handle, dtype).name());
        variables.put(name, handle);
      }
    }

    /** For all elements, or for four rows of which two are the same. */
    Tensor gradient() {
      Shape wanted = op.contains("Sparse") ? shape.withSize(0, 4) : shape;
      return Values.random(77, -1, 1, wanted.sizes()).as(dtype);
    }

    String[] initializers() {
      return initializers.toArray(String[]::new);
    }

    String[] values() {
      return values.toArray(String[]::new);
    }
  }

  private static Scenario refusals(String op) {
    return Scenario.of(op + " refuses", Set.of(op), (ops, steps) -> refuse(ops, steps, op));
  }

  private static void refuse(Ops ops, Scenario.Steps steps, String op) {
    Bench bench = new Bench(ops, op, DType.FLOAT32, Shape.of(5, 2));
    Map<String, Tensor> good = new HashMap<>();
    NodeBuilder builder = ops.withName("step").scope().node(op);
    Variant usual = new Variant("usual", bench.shape, Map.of(), Map.of());
    for (Signature.Arg arg : bench.signature().inputs()) {
      Output variable = bench.variables.get(arg.name());
      if (variable != null) {
        builder.input(variable);
        continue;
      }
      DType dtype =
          switch (arg.name()) {
            case "indices" -> DType.INT32;
            case "global_step" -> DType.INT64;
            default -> DType.FLOAT32;
          };
      builder.input(ops.withName(arg.name()).placeholder(dtype));
      good.put(
          arg.name() + ":0",
          switch (arg.name()) {
            case "indices" -> Tensors.vector(3, 0, 3, 4);
            case "grad", "delta" -> bench.gradient();
            case "global_step" -> Tensors.scalar(3L);
            default -> Tensors.scalar((float) usual.parameter(arg.name()));
          });
    }
    builder.build();
    String gradient = good.containsKey("delta:0") ? "delta:0" : "grad:0";
    steps.refuseRunWith(good, "step");
    steps.run(bench.initializers());
    steps.refuseRunWith(but(good, gradient, Values.range(4, 3).as(DType.FLOAT32)), "step");
    steps.refuseRunWith(but(good, gradient, Values.range(3, 2).as(DType.FLOAT32)), "step");
    String rate = good.containsKey("lr:0") ? "lr:0" : "alpha:0";
    steps.refuseRunWith(but(good, rate, Tensors.vector(1f, 2f)), "step");
    if (op.contains("Sparse")) {
      steps.refuseRunWith(but(good, "indices:0", Tensors.vector(3, 0, 5, 4)), "step");
      steps.refuseRunWith(but(good, "indices:0", Tensors.vector(-1, 0, 3, 4)), "step");
      steps.refuseRunWith(but(good, "indices:0", Tensors.vector(3, 0, 3)), "step");
    }
    if (op.contains("ProximalAdagrad") || op.contains("SparseApplyFtrl")) {
      steps.refuseRunWith(but(good, "lr:0", Tensors.scalar(0f)), "step");
      steps.refuseRunWith(but(good, "l1:0", Tensors.scalar(-1f)), "step");
      steps.refuseRunWith(but(good, "l2:0", Tensors.scalar(-1f)), "step");
    }
    if (op.contains("SparseApplyFtrl")) {
      steps.refuseRunWith(but(good, "lr_power:0", Tensors.scalar(1f)), "step");
    }
    if (op.contains("SparseApplyFtrlV2")) {
      steps.refuseRunWith(but(good, "l2_shrinkage:0", Tensors.scalar(-1f)), "step");
    }
    // TensorFlow may have changed rows before it found the one that is not there.
    steps.run(bench.initializers());
    steps.runWith(good, "step");
    steps.fetch(bench.values());
  }

  private static Map<String, Tensor> but(Map<String, Tensor> feeds, String name, Tensor other) {
    Map<String, Tensor> changed = new HashMap<>(feeds);
    changed.put(name, other);
    return changed;
  }
}
