package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What is inferred where inputs are known only in part: the samples of ops again, one input after
 * the other no longer a constant, of its shape, its rank or nothing known. Weir must infer what
 * TensorFlow does, and must not refuse what TensorFlow takes.
 */
final class TestPartialShapes {
  private static final String GROUP = "dev.weir.ops.array";

  /** Ops of other groups that rearrange elements. */
  private static final Set<String> MOVES_BLOCKS =
      Set.of("DepthToSpace", "SpaceToDepth", "ExtractImagePatches");

  /**
   * Ops for which TensorFlow's inference is wrong where a value is not known: SplitV takes an
   * unknown dimension for the last one, MatrixDiag an unknown number of rows for one left to it.
   */
  private static final Set<String> WRONG_IN_TENSORFLOW =
      Set.of("SplitV", "MatrixDiagV2", "MatrixDiagV3");

  /** Ops that take only vectors, from which TensorFlow concludes less than Weir. */
  private static final Set<String> LESS_IN_TENSORFLOW = Set.of("Unique", "UniqueWithCounts");

  /** How much of an input is known. */
  private enum Knowledge {
    NOTHING,
    RANK,
    FIRST_SIZE_MISSING,
    LAST_SIZE_MISSING,
    SHAPE;

    Shape of(Shape shape) {
      int rank = shape.rank();
      return switch (this) {
        case NOTHING -> Shape.unknown();
        case RANK -> Shape.unknownOfRank(rank);
        case FIRST_SIZE_MISSING -> rank == 0 ? shape : shape.withSize(0, -1);
        case LAST_SIZE_MISSING -> rank == 0 ? shape : shape.withSize(-1, -1);
        case SHAPE -> shape;
      };
    }
  }

  @TestFactory
  Stream<DynamicTest> inferredAsInTensorFlow() {
    return Samples.all().stream()
        .filter(sample -> sample.refusal() == null && isWanted(sample.op()))
        .filter(sample -> !hasBatchDims(sample))
        .filter(sample -> sample.isAsked() && sample.deviation() == null)
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> check(sample)));
  }

  /** TensorFlow leaves them out of the rank where GatherV2's axis is not known. */
  private static boolean hasBatchDims(OpSample sample) {
    return sample.attrs().containsKey("batch_dims");
  }

  private static boolean isWanted(String op) {
    String home = OpRegistry.standard().get(op).getClass().getPackageName();
    return (home.startsWith(GROUP) || MOVES_BLOCKS.contains(op))
        && !WRONG_IN_TENSORFLOW.contains(op)
        && !LESS_IN_TENSORFLOW.contains(op)
        && op.equals(System.getProperty("weir.op", op));
  }

  private static void check(OpSample sample) {
    SampleCase first = SampleCase.of(sample).getFirst();
    int inputs = first.tensors().stream().mapToInt(List::size).sum();
    List<String> problems = new ArrayList<>();
    for (Knowledge knowledge : Knowledge.values()) {
      for (int open = -1; open < inputs; open++) {
        String problem = compare(first, open, knowledge);
        if (!problem.isEmpty()) {
          String which = open < 0 ? "all inputs" : "input " + open;
          problems.add(which + ", known " + knowledge + ": " + problem);
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  private static String compare(SampleCase sample, int open, Knowledge knowledge) {
    Graph graph = new Graph();
    Node node;
    try {
      node = build(sample, graph, open, knowledge);
    } catch (WeirException e) {
      return "Weir refuses: " + e.getMessage();
    }
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      for (int i = 0; i < node.outputCount(); i++) {
        Shape expected = oracle.inferredShape(node.name() + ":" + i);
        if (!node.outputShape(i).equals(expected)) {
          return "output " + i + " is " + node.outputShape(i) + ", in TensorFlow " + expected;
        }
      }
      return "";
    } catch (OracleRefusal e) {
      return ""; // TensorFlow wants to know more when a graph is built
    }
  }

  private static Node build(SampleCase sample, Graph graph, int open, Knowledge knowledge) {
    Ops ops = Ops.create(graph);
    NodeBuilder builder = graph.node(sample.sample().op(), SampleCase.NODE);
    Signature signature = OpRegistry.standard().get(sample.sample().op()).signature();
    int at = 0;
    for (int arg = 0; arg < signature.inputs().size(); arg++) {
      List<Output> outputs = new ArrayList<>();
      for (Tensor tensor : sample.tensors().get(arg)) {
        boolean isOpen = open < 0 || at == open;
        outputs.add(
            isOpen
                ? ops.placeholder(tensor.dtype(), knowledge.of(tensor.shape()))
                : ops.constant(tensor));
        at++;
      }
      if (signature.inputs().get(arg).isList()) {
        builder.inputList(outputs);
      } else {
        builder.input(outputs.getFirst());
      }
    }
    sample.types().forEach(builder::attr);
    sample.sample().attrs().forEach(builder::attr);
    return builder.build();
  }
}
