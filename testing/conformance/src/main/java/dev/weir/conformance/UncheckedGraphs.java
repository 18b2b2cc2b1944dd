package dev.weir.conformance;

import dev.weir.graph.Graph;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Graphs that Weir refuses to build, for TensorFlow to be asked about: the op under test accepts
 * any shapes and attribute values.
 */
final class UncheckedGraphs {
  /** By the name of the op that is lenient. */
  private static final Map<String, OpRegistry> REGISTRIES = new ConcurrentHashMap<>();

  private UncheckedGraphs() {}

  private static OpRegistry lenient(String name) {
    OpLibrary library =
        new OpLibrary() {
          @Override
          public List<OpDefinition> publicOps() {
            return OpRegistry.standard().all().stream()
                .map(op -> op.signature().name().equals(name) ? new Lenient(op) : op)
                .toList();
          }
        };
    return OpRegistry.of(List.of(library));
  }

  /** The GraphDef of a case, without checks; values of fed inputs are put in {@code feeds}. */
  static byte[] graphDef(SampleCase sample, @Nullable Map<String, Tensor> feeds) {
    String name = sample.sample().op();
    Graph graph = new Graph(REGISTRIES.computeIfAbsent(name, UncheckedGraphs::lenient));
    sample.build(graph, feeds);
    return TensorFlowOps.readable(name, GraphDefs.toBinary(graph));
  }

  private static final class Lenient implements OpDefinition {
    private final Signature signature;
    private final OpDefinition op;

    Lenient(OpDefinition op) {
      Signature strict = op.signature();
      this.op = op;
      this.signature =
          new Signature(
              strict.name(),
              strict.inputs(),
              strict.outputs(),
              strict.attrs().stream().map(Lenient::unlimited).toList(),
              strict.commutative(),
              strict.aggregate(),
              strict.stateful(),
              strict.acceptsUninitialized());
    }

    private static Signature.Attr unlimited(Signature.Attr attr) {
      return new Signature.Attr(
          attr.name(), attr.type(), attr.isList(), attr.defaultValue(), List.of(), null);
    }

    @Override
    public Signature signature() {
      return signature;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      int outputs = signature.outputDtypes(context.attrs()).size();
      return Collections.nCopies(outputs, Shape.unknown());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return op.kernel(spec);
    }
  }
}
