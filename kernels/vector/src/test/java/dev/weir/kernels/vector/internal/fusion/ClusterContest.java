package dev.weir.kernels.vector.internal.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.kernels.vector.VectorProvider;
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

/** A graph run with its nodes one by one and as clusters; both must give the same bits. */
final class ClusterContest {
  static final String PASS = "compile-clusters";

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final List<Output> inputs = new ArrayList<>();
  private final List<Output> results = new ArrayList<>();

  Graph graph() {
    return graph;
  }

  Output input(DType dtype, Shape shape) {
    Output input = ops.withName("input" + inputs.size()).placeholder(dtype, shape);
    inputs.add(input);
    return input;
  }

  /** A float32 input whose shape is known to be this; -1 for what is not known. */
  Output input(long... sizes) {
    return input(DType.FLOAT32, Shape.of(sizes));
  }

  Output node(String op, Output... operands) {
    NodeBuilder builder = graph.node(op, op);
    if (op.equals("AddN")) {
      builder.inputList(List.of(operands));
    } else {
      for (Output operand : operands) {
        builder.input(operand);
      }
    }
    return builder.build().output(0);
  }

  /** A reduction of the last dimensions. */
  Output reduce(String op, Output operand, boolean keepsDimensions, int... axes) {
    return graph
        .node(op, op)
        .input(operand)
        .input(ops.constant(axes))
        .attr("keep_dims", AttrValue.of(keepsDimensions))
        .build()
        .output(0);
  }

  void fetch(Output output) {
    results.add(output);
  }

  /** The ops that run, placeholders and the like excepted. */
  static List<String> opsOf(Graph graph) {
    return graph.nodes().stream()
        .map(node -> node.op().signature().name())
        .filter(op -> !List.of("Placeholder", "Const", "_Retval", "_Arg").contains(op))
        .toList();
  }

  private static Session session(Graph graph, List<String> off) {
    return Session.open(
        graph,
        LocalOptions.builder()
            .cpus(1)
            .kernels(new KernelSelector(List.of(new VectorProvider())))
            .disabledPasses(off)
            .validate(true)
            .build());
  }

  /** Compares node by node, clusters that are not compiled, and clusters in vectors. */
  void compare(Tensor... values) {
    assertThat(values).hasSameSizeAs(inputs);
    try (Session plain = session(graph, List.of(PASS));
        Session fused = session(graph, List.of())) {
      List<Tensor> expected = run(plain, values);
      requireSameBits(expected, run(fused, values), "cold");
      Warmth.force(true);
      try {
        requireSameBits(expected, run(fused, values), "in one");
        requireSameBits(expected, run(fused, values), "in one again");
      } finally {
        Warmth.force(false);
      }
    }
  }

  private List<Tensor> run(Session session, Tensor... values) {
    Runner runner = session.runner();
    for (int i = 0; i < values.length; i++) {
      runner.feed(inputs.get(i), values[i]);
    }
    results.forEach(runner::fetch);
    return List.copyOf(runner.run());
  }

  private static void requireSameBits(List<Tensor> expected, List<Tensor> got, String how) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(got.get(i).shape()).as(how).isEqualTo(expected.get(i).shape());
      for (long j = 0; j < expected.get(i).elements(); j++) {
        boolean isReal = expected.get(i).dtype().isFloating();
        boolean same =
            isReal
                ? Double.compare(expected.get(i).getDouble(j), got.get(i).getDouble(j)) == 0
                : expected.get(i).getLong(j) == got.get(i).getLong(j);
        if (!same) {
          fail(
              "result %d%s, element %d, %s: got %s, node by node %s",
              i,
              got.get(i).shape(),
              j,
              how,
              isReal ? (Object) got.get(i).getDouble(j) : got.get(i).getLong(j),
              isReal ? (Object) expected.get(i).getDouble(j) : expected.get(i).getLong(j));
        }
      }
    }
  }
}
