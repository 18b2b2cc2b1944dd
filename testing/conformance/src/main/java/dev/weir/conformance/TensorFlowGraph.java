package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_AddGradientsWithPrefix;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphGetTensorNumDims;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphGetTensorShape;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphImportGraphDef;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphOperationByName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsAddInputMapping;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsRemapControlDependency;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationNumOutputs;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationOutputType;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Graph;
import org.tensorflow.internal.c_api.TF_ImportGraphDefOptions;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;

/** A graph inside TensorFlow. It must outlive the sessions over it. */
final class TensorFlowGraph implements AutoCloseable {
  /** References to a variable's memory are typed as their dtype plus this. */
  private static final int REFERENCE_OFFSET = 100;

  private final TF_Graph graph;
  private boolean closed;

  /** Imports a serialized {@code GraphDef}. */
  TensorFlowGraph(byte[] graphDef) {
    graph = TF_NewGraph();
    TF_ImportGraphDefOptions options = TF_NewImportGraphDefOptions();
    try {
      add(graphDef, options);
    } catch (OracleRefusal e) {
      TF_DeleteGraph(graph);
      throw e;
    } finally {
      TF_DeleteImportGraphDefOptions(options);
    }
  }

  private void add(byte[] graphDef, TF_ImportGraphDefOptions options) {
    TF_Buffer serialized = NativeBuffers.of(graphDef);
    try (NativeStatus status = new NativeStatus()) {
      TF_GraphImportGraphDef(graph, serialized, options, status.handle());
      status.check(OracleRefusal.Phase.IMPORT);
    } finally {
      TF_DeleteBuffer(serialized);
    }
  }

  /** Adds the nodes of a serialized {@code GraphDef}; their inputs may be nodes already here. */
  void extend(byte[] graphDef) {
    checkOpen();
    TF_ImportGraphDefOptions options = TF_NewImportGraphDefOptions();
    try {
      GraphExtension.inputsFromElsewhere(graphDef).forEach(input -> mapToItself(input, options));
      add(graphDef, options);
    } finally {
      TF_DeleteImportGraphDefOptions(options);
    }
  }

  private void mapToItself(String input, TF_ImportGraphDefOptions options) {
    if (input.startsWith("^")) {
      String name = input.substring(1);
      TF_ImportGraphDefOptionsRemapControlDependency(options, name, node(name));
      return;
    }
    Endpoint endpoint = Endpoint.parse(input);
    try (TF_Output output = new TF_Output()) {
      locate(input, output);
      TF_ImportGraphDefOptionsAddInputMapping(options, endpoint.node(), endpoint.output(), output);
    }
  }

  TF_Graph handle() {
    checkOpen();
    return graph;
  }

  /** The node with this name. */
  TF_Operation node(String name) {
    checkOpen();
    TF_Operation found = TF_GraphOperationByName(graph, name);
    if (found == null) {
      throw WeirException.notFound("TensorFlow's graph has no node \"%s\"", name);
    }
    return found;
  }

  /** Points {@code slot} at an output. */
  void locate(String endpoint, TF_Output slot) {
    Endpoint wanted = Endpoint.parse(endpoint);
    TF_Operation node = node(wanted.node());
    int outputs = TF_OperationNumOutputs(node);
    if (wanted.output() >= outputs) {
      throw WeirException.notFound(
          "node \"%s\" has %d outputs in TensorFlow's graph, asked for %s",
          wanted.node(), outputs, wanted);
    }
    slot.oper(node).index(wanted.output());
  }

  /** The element type of an output; for a reference, of what it refers to. */
  DType dtype(String endpoint) {
    try (TF_Output output = new TF_Output()) {
      locate(endpoint, output);
      return dtype(output);
    }
  }

  static DType dtype(TF_Output output) {
    int number = TF_OperationOutputType(output);
    return DType.ofNumber(number > REFERENCE_OFFSET ? number - REFERENCE_OFFSET : number);
  }

  /** What TensorFlow's shape inference knows of an output. */
  Shape shape(String endpoint) {
    try (TF_Output output = new TF_Output();
        NativeStatus status = new NativeStatus()) {
      locate(endpoint, output);
      int rank = TF_GraphGetTensorNumDims(graph, output, status.handle());
      status.check(OracleRefusal.Phase.IMPORT);
      if (rank < 0) {
        return Shape.unknown();
      }
      long[] sizes = new long[rank];
      TF_GraphGetTensorShape(graph, output, sizes, rank, status.handle());
      status.check(OracleRefusal.Phase.IMPORT);
      return Shape.of(sizes);
    }
  }

  /**
   * Adds nodes that compute gradients.
   *
   * @param ys what is differentiated
   * @param xs by what
   * @param incoming the gradients with respect to {@code ys}
   * @return an endpoint for each of {@code xs}; null if there is no gradient with respect to it
   */
  List<@Nullable String> addGradients(List<String> ys, List<String> xs, List<String> incoming) {
    checkOpen();
    try (TF_Output from = located(ys);
        TF_Output to = located(xs);
        TF_Output starts = located(incoming);
        TF_Output added = new TF_Output(xs.size());
        NativeStatus status = new NativeStatus()) {
      TF_AddGradientsWithPrefix(
          graph, "gradients", from, ys.size(), to, xs.size(), starts, status.handle(), added);
      status.check(OracleRefusal.Phase.IMPORT);
      List<@Nullable String> endpoints = new ArrayList<>();
      for (int i = 0; i < xs.size(); i++) {
        TF_Output output = added.position(i);
        boolean isThere = output.oper() != null && !output.oper().isNull();
        endpoints.add(
            isThere ? TF_OperationName(output.oper()).getString() + ":" + output.index() : null);
      }
      return endpoints;
    }
  }

  /** An array that points at outputs, for the caller to close. */
  TF_Output located(List<String> endpoints) {
    TF_Output slots = new TF_Output(Math.max(1, endpoints.size()));
    for (int i = 0; i < endpoints.size(); i++) {
      locate(endpoints.get(i), slots.position(i));
    }
    slots.position(0);
    return slots;
  }

  private void checkOpen() {
    if (closed) {
      throw WeirException.failedPrecondition("this TensorFlow graph is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      TF_DeleteGraph(graph);
    }
  }
}
