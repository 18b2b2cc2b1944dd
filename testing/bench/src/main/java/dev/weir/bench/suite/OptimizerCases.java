package dev.weir.bench.suite;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** Steps of optimizers: of a million numbers, or of rows of a table. */
final class OptimizerCases {
  private static final int M = 1 << 20;
  private static final int TABLE = 10_000;
  private static final int ROWS = M / 64;

  /** Small enough for nothing to overflow or vanish, however often a step is taken. */
  private static final double PARAMETER = 0.01;

  private OptimizerCases() {}

  static void addTo(Map<String, OpCases.Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16)) {
      for (String rule :
          List.of(
              "AdaMax",
              "Adadelta",
              "Adagrad",
              "AdagradDA",
              "AdagradV2",
              "Adam",
              "AdamWithAmsgrad",
              "AddSign",
              "CenteredRMSProp",
              "Ftrl",
              "FtrlV2",
              "GradientDescent",
              "KerasMomentum",
              "Momentum",
              "PowerSign",
              "ProximalAdagrad",
              "ProximalGradientDescent",
              "RMSProp")) {
        add(all, "Apply" + rule, dtype);
      }
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16)) {
      for (String rule :
          List.of(
              "Adadelta",
              "Adagrad",
              "AdagradDA",
              "AdagradV2",
              "CenteredRMSProp",
              "Ftrl",
              "FtrlV2",
              "KerasMomentum",
              "Momentum",
              "ProximalAdagrad",
              "ProximalGradientDescent",
              "RMSProp")) {
        add(all, "SparseApply" + rule, dtype);
      }
    }
  }

  private static void add(Map<String, OpCases.Build> all, String op, DType dtype) {
    String resource = "Resource" + op;
    if (dtype != DType.FLOAT32) {
      all.put(resource + "/" + dtype, g -> step(g, resource, dtype));
      return;
    }
    all.put(resource, g -> step(g, resource, dtype));
    // the newest optimizers are not for references
    if (OpRegistry.standard().find(op) != null) {
      all.put(op, g -> step(g, op, dtype));
    }
  }

  private static Node step(OpGraph g, String op, DType dtype) {
    Signature signature = OpRegistry.standard().get(op).signature();
    boolean isSparse = op.contains("Sparse");
    long[] sizes = isSparse ? new long[] {TABLE, 64} : new long[] {M};
    if (op.matches("(Resource)?SparseApplyAdagrad(V2)?")) {
      g.notCompared("threads of TensorFlow change equal rows at once");
    }
    NodeBuilder builder = g.op(op);
    for (Signature.Arg arg : signature.inputs()) {
      if (arg.type() == DType.RESOURCE) {
        builder.input(g.variable(dtype, sizes));
      } else if (arg.isRef()) {
        builder.input(g.reference(dtype, sizes));
      } else if (arg.name().equals("indices")) {
        builder.input(g.ints(TABLE, ROWS));
      } else if (arg.name().equals("grad") || arg.name().equals("delta")) {
        builder.input(g.numbers(dtype, isSparse ? new long[] {ROWS, 64} : sizes));
      } else if (arg.name().equals("global_step")) {
        builder.input(g.ops().constant(1L));
      } else {
        builder.input(g.scalar(dtype, parameter(arg.name())));
      }
    }
    return builder.build();
  }

  private static double parameter(String name) {
    return switch (name) {
      case "beta1", "beta2", "beta", "rho", "momentum", "beta1_power", "beta2_power" -> 0.875;
      case "lr_power" -> -0.5;
      default -> PARAMETER;
    };
  }
}
