package dev.weir.train.fit;

import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives those variables of a model that have no value yet their initial one. */
final class MissingValues {
  private final Model model;
  private final Map<String, Output> isThere = new LinkedHashMap<>();

  MissingValues(Model model) {
    this.model = model;
  }

  void initialize(Session session, RunOptions options) {
    List<GraphVariable> variables = model.variables();
    Runner question = session.runner().options(options);
    for (GraphVariable variable : variables) {
      question.fetch(isThere.computeIfAbsent(variable.name(), name -> variable.isInitialized()));
    }
    List<Tensor> answers = question.run();
    List<GraphVariable> missing = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).getBoolean(0)) {
        missing.add(variables.get(i));
      }
    }
    if (!missing.isEmpty()) {
      Runner start = session.runner().options(options);
      missing.forEach(variable -> start.addTarget(variable.initializer()));
      start.run();
    }
  }
}
