package dev.weir.train.internal;

import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Checks which variables of a model have no value. */
final class Readiness {
  private final ModelState model;

  Readiness(ModelState model) {
    this.model = model;
  }

  int variables() {
    return model.variables().size();
  }

  /** The names of variables without a value. */
  List<String> missing(Session session, RunOptions options) {
    Runner runner = session.runner().options(options);
    model.variables().values().forEach(each -> runner.fetch(each.isInitialized()));
    List<Tensor> answers = runner.run();
    List<String> names = new ArrayList<>(model.variables().keySet());
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!answers.get(i).getBoolean(0)) {
        missing.add(names.get(i));
      }
    }
    return missing;
  }
}
