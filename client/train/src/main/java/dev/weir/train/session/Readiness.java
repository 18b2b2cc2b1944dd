package dev.weir.train.session;

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

/** Asks which variables of a model have no value. */
final class Readiness {
  private final Map<String, Output> questions = new LinkedHashMap<>();

  Readiness(Model model) {
    for (GraphVariable variable : model.variables()) {
      questions.put(variable.name(), variable.isInitialized());
    }
  }

  int variables() {
    return questions.size();
  }

  /** The names of those that have none. */
  List<String> missing(Session session, RunOptions options) {
    Runner runner = session.runner().options(options);
    questions.values().forEach(runner::fetch);
    List<Tensor> answers = runner.run();
    List<String> names = new ArrayList<>(questions.keySet());
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!answers.get(i).getBoolean(0)) {
        missing.add(names.get(i));
      }
    }
    return missing;
  }
}
