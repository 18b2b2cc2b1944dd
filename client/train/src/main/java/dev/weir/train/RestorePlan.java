package dev.weir.train;

import dev.weir.checkpoint.CheckpointEntry;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.error.WeirException;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which variables of a model get a value of a checkpoint, and by which names.
 *
 * @param prefix the checkpoint
 * @param chosen the names of tensors by the variables they are for
 * @param left the names of variables that stay as they are
 */
record RestorePlan(Path prefix, Map<GraphVariable, String> chosen, List<String> left) {
  /** How many names an error lists. */
  private static final int SHOWN = 20;

  /** Checks that what is to be restored is in the checkpoint, and fits. */
  static RestorePlan of(Model model, CheckpointReader reader, Restoring how) {
    checkKeys(model, how);
    Map<GraphVariable, String> chosen = new LinkedHashMap<>();
    List<String> left = new ArrayList<>();
    for (GraphVariable variable : model.variables()) {
      String name = name(model, variable);
      String key = how.keys().getOrDefault(name, name);
      if (how.chosen().test(name) && isThere(model, reader, variable, key, how)) {
        chosen.put(variable, key);
      } else {
        left.add(variable.name());
      }
    }
    return new RestorePlan(reader.prefix(), chosen, left);
  }

  /** The name of a variable, or of the variable it is a slice of. */
  static String name(Model model, GraphVariable variable) {
    return model.slice(variable).map(VariableSlice::name).orElseGet(variable::name);
  }

  /** The result once the plan is carried out. */
  Saver.Restored restored() {
    List<String> names = chosen.keySet().stream().map(GraphVariable::name).toList();
    return new Saver.Restored(prefix, names, left);
  }

  /** A misspelled name would otherwise be a variable that silently keeps what it has. */
  private static void checkKeys(Model model, Restoring how) {
    TreeSet<String> unknown = new TreeSet<>(how.keys().keySet());
    List<String> known =
        model.variables().stream().map(variable -> name(model, variable)).distinct().toList();
    known.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw WeirException.notFound(
          "the model has no variables %s to rename; it has %s", unknown, shown(known));
    }
  }

  private static boolean isThere(
      Model model, CheckpointReader reader, GraphVariable variable, String key, Restoring how) {
    if (!reader.names().contains(key)) {
      if (how.allowsMissing()) {
        return false;
      }
      throw WeirException.notFound(
          "checkpoint %s has no tensor \"%s\" for %s; it has %s. If the model has changed, say what"
              + " the tensor is called now with renaming(…), or leave the variable as it is with"
              + " allowingMissing()",
          reader.prefix(), key, variable, shown(reader.names()));
    }
    CheckpointEntry entry = reader.entry(key);
    Shape whole =
        model.slice(variable).map(slice -> slice.part().shape()).orElseGet(variable::shape);
    if (entry.dtypeNumber() != variable.dtype().number()
        || !whole.isCompatibleWith(entry.shape())) {
      throw WeirException.invalidArgument(
          "%s%s cannot hold tensor \"%s\" of checkpoint %s, which is %s; build the model with the"
              + " size it was saved with, or leave the variable as it is with only(…)",
          variable,
          model.slice(variable).map(slice -> " (of " + whole + ")").orElse(""),
          key,
          reader.prefix(),
          entry);
    }
    return true;
  }

  private static String shown(Iterable<String> names) {
    List<String> some = new ArrayList<>();
    int count = 0;
    for (String name : names) {
      if (count++ < SHOWN) {
        some.add(name);
      }
    }
    return some + (count > SHOWN ? " and " + (count - SHOWN) + " more" : "");
  }
}
