package dev.weir.cli.server;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.TfConfig;
import dev.weir.error.WeirException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which task of which cluster a server is: by its flags, or else Weir's environment variables, or
 * else {@code TF_CONFIG}.
 */
final class TaskIdentity {
  private final Map<String, String> environment;
  private final Optional<TfConfig> config;

  TaskIdentity(Map<String, String> environment) {
    this.environment = environment;
    this.config = TfConfig.of(environment);
  }

  TaskId task(@Nullable String job, @Nullable Integer index) {
    Optional<TaskId> self = config.flatMap(TfConfig::task);
    String jobName = given("--job", job, "WEIR_JOB", self.map(TaskId::job));
    String number =
        given(
            "--task",
            index == null ? null : index.toString(),
            "WEIR_TASK",
            self.map(TaskId::index).map(String::valueOf));
    if (!number.matches("[0-9]{1,9}")) {
      throw WeirException.invalidArgument(
          "\"%s\" is not a task index; tasks are counted from 0", number);
    }
    return new TaskId(jobName, Integer.parseInt(number));
  }

  /** The cluster as {@link dev.weir.cluster.Memberships} takes it, which names files without @. */
  String cluster(@Nullable String option) {
    String text =
        given(
            "--cluster",
            option,
            "WEIR_CLUSTER",
            config.map(TfConfig::cluster).map(String::valueOf));
    return text.startsWith("@") ? text.substring(1) : text;
  }

  private String given(
      String option, @Nullable String value, String variable, Optional<String> otherwise) {
    String found = value == null ? environment.getOrDefault(variable, "") : value;
    if (!found.isBlank()) {
      return found;
    }
    return otherwise.orElseThrow(
        () ->
            WeirException.invalidArgument(
                "%s is missing; give --job, --task and --cluster, or set WEIR_JOB, WEIR_TASK and"
                    + " WEIR_CLUSTER, or TF_CONFIG",
                option));
  }
}
