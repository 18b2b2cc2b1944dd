package dev.weir.cluster;

import dev.weir.error.WeirException;
import dev.weir.json.JsonReader;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and one's own place in it as the environment variable {@code TF_CONFIG} has them, which
 * Kubernetes operators set for every task:
 *
 * <pre>
 * {"cluster": {"ps": ["host:2222"], "worker": ["host:2223"]},
 *  "task": {"type": "worker", "index": 0},
 *  "environment": "cloud"}
 * </pre>
 *
 * <p>Jobs may have any name; operators use {@code chief} or {@code master}, {@code ps}, {@code
 * worker} and {@code evaluator}. An evaluator works aside from the cluster and need not be listed
 * in it; any other task must be. A client has no task.
 *
 * @param environment what the operator says of where it runs, such as {@code cloud}; empty if it
 *     says nothing
 */
public record TfConfig(ClusterSpec cluster, Optional<TaskId> task, String environment) {
  /** The name of the environment variable. */
  public static final String VARIABLE = "TF_CONFIG";

  private static final String EVALUATOR = "evaluator";

  /** Refuses a task that the cluster does not have. */
  public TfConfig {
    if (task.isPresent() && !task.get().job().equals(EVALUATOR) && !cluster.contains(task.get())) {
      throw WeirException.invalidArgument(
          "the task is %s, which the cluster does not have; it has %s",
          task.get().name(), cluster.tasks());
    }
  }

  /** What the variable says, if it is set. */
  public static Optional<TfConfig> of(Map<String, String> environment) {
    String text = environment.get(VARIABLE);
    return text == null || text.isBlank() ? Optional.empty() : Optional.of(parse(text));
  }

  /** Reads the variable's text. */
  public static TfConfig parse(String text) {
    try {
      return ofJson(JsonReader.read(text));
    } catch (WeirException e) {
      throw e.within(VARIABLE);
    }
  }

  private static TfConfig ofJson(@Nullable Object json) {
    if (!(json instanceof Map<?, ?> members) || !members.containsKey("cluster")) {
      throw WeirException.invalidArgument(
          "\"cluster\" is missing; expected something like {\"cluster\": {\"worker\":"
              + " [\"host:2222\"]}, \"task\": {\"type\": \"worker\", \"index\": 0}}");
    }
    Object environment = members.get("environment");
    return new TfConfig(
        ClusterText.ofJson(members.get("cluster")),
        task(members.get("task")),
        environment == null ? "" : environment.toString());
  }

  private static Optional<TaskId> task(@Nullable Object json) {
    return switch (json) {
      case null -> Optional.empty();
      case Map<?, ?> empty when empty.isEmpty() -> Optional.empty();
      case Map<?, ?> task when task.get("type") instanceof String job ->
          Optional.of(new TaskId(job, index(task.get("index"))));
      default ->
          throw WeirException.invalidArgument(
              "\"task\" is %s; expected something like {\"type\": \"worker\", \"index\": 0}", json);
    };
  }

  /** TensorFlow reads the index with Python's {@code int}, so that some write it as text. */
  private static int index(@Nullable Object json) {
    if (json == null) {
      return 0;
    }
    try {
      return new BigDecimal(json.toString()).intValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw WeirException.invalidArgument(
          "the task's \"index\" is %s; expected a whole number, counted from 0", json);
    }
  }
}
