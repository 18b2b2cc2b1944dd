package dev.weir.conformance.interop.programs;

import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/** The graph that a program builds, and the steps it runs. */
final class Script {
  /** One call of a session. */
  record Step(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {}

  final Graph graph;
  final Ops tf;
  private final List<Step> steps = new ArrayList<>();

  Script(Graph graph) {
    this.graph = graph;
    this.tf = Ops.create(graph);
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** All initializers in one step, as {@code Session.initialize} runs them. */
  Script initialize() {
    List<String> initializers = new ArrayList<>();
    for (Iterator<GraphOperation> all = graph.operations(); all.hasNext(); ) {
      GraphOperation operation = all.next();
      if (graph.isInitializer(operation)) {
        initializers.add(operation.name());
      }
    }
    if (!initializers.isEmpty()) {
      steps.add(new Step(Map.of(), List.of(), initializers));
    }
    return this;
  }

  /** A step that runs operations for their effect. */
  Script run(Op... targets) {
    List<String> names = new ArrayList<>();
    for (Op target : targets) {
      names.add(target.op().name());
    }
    steps.add(new Step(Map.of(), List.of(), names));
    return this;
  }

  /** Several such steps. */
  Script repeat(int times, Op... targets) {
    for (int i = 0; i < times; i++) {
      run(targets);
    }
    return this;
  }

  /** A step that fetches. */
  Script fetch(Operand<?>... fetches) {
    return fetch(Map.of(), fetches);
  }

  /** A step that feeds and fetches. */
  Script fetch(Map<Operand<?>, Tensor> feeds, Operand<?>... fetches) {
    Map<String, Tensor> named = new java.util.LinkedHashMap<>();
    feeds.forEach((edge, value) -> named.put(name(edge), value));
    List<String> names = new ArrayList<>();
    for (Operand<?> fetch : fetches) {
      names.add(name(fetch));
    }
    steps.add(new Step(named, names, List.of()));
    return this;
  }

  /** A step that feeds and runs operations for their effect. */
  Script feed(Map<Operand<?>, Tensor> feeds, Op... targets) {
    Map<String, Tensor> named = new java.util.LinkedHashMap<>();
    feeds.forEach((edge, value) -> named.put(name(edge), value));
    List<String> names = new ArrayList<>();
    for (Op target : targets) {
      names.add(target.op().name());
    }
    steps.add(new Step(named, List.of(), names));
    return this;
  }

  private static String name(Operand<?> edge) {
    return edge.asOutput().op().name() + ":" + edge.asOutput().index();
  }

  /** A matrix of numbers. */
  Operand<TFloat32> matrix(float[]... rows) {
    return tf.constant(rows);
  }

  /** A vector of numbers. */
  Operand<TFloat32> vector(float... values) {
    return tf.constant(values);
  }

  /** A shape as initializers take it. */
  Operand<TInt64> shape(long... sizes) {
    return tf.constant(sizes);
  }
}
