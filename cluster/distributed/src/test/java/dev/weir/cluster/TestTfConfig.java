package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestTfConfig {
  @Test
  void readsWhatOperatorsSet() {
    String text =
        """
        {"cluster": {"chief": ["job-chief-0.ns.svc:2222"],
                     "ps": ["job-ps-0.ns.svc:2222", "job-ps-1.ns.svc:2222"],
                     "worker": ["job-worker-0.ns.svc:2222"]},
         "task": {"type": "ps", "index": 1},
         "environment": "cloud"}
        """;
    TfConfig config = TfConfig.of(Map.of("TF_CONFIG", text)).orElseThrow();
    assertThat(config.cluster().jobs()).containsExactly("chief", "ps", "worker");
    assertThat(config.task()).contains(new TaskId("ps", 1));
    assertThat(config.cluster().address(new TaskId("ps", 1))).isEqualTo("job-ps-1.ns.svc:2222");
    assertThat(config.environment()).isEqualTo("cloud");
  }

  @Test
  void withoutTheVariableThereIsNothing() {
    assertThat(TfConfig.of(Map.of())).isEmpty();
    assertThat(TfConfig.of(Map.of("TF_CONFIG", " "))).isEmpty();
  }

  @Test
  void evaluatorNeedNotBeInTheCluster() {
    TfConfig config =
        TfConfig.parse(
            "{\"cluster\": {\"master\": [\"a:1\"]}, \"task\": {\"type\": \"evaluator\"}}");
    assertThat(config.task()).contains(new TaskId("evaluator", 0));
    assertThat(config.cluster().tasks()).containsExactly(new TaskId("master", 0));
  }

  @Test
  void indexMayBeText() {
    assertThat(parseTask("{\"type\": \"ps\", \"index\": \"0\"}")).contains(new TaskId("ps", 0));
  }

  @Test
  void clientHasNoTask() {
    assertThat(parseTask("null")).isEmpty();
    assertThat(parseTask("{}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"ps\", \"index\": 1} | the task is /job:ps/replica:0/task:1, which",
        "{\"type\": \"ps\", \"index\": 0.5} | the task's \"index\" is 0.5; expected a whole number",
        "{\"type\": \"ps\", \"index\": -1} | has a negative index",
        "{\"type\": \"ps\", \"index\": \"x\"} | the task's \"index\" is x; expected a whole number",
        "{\"type\": 3} | \"task\" is {type=3}; expected something like",
        "\"ps\" | \"task\" is ps; expected something like",
      })
  void refusesTasks(String task, String message) {
    assertThatThrownBy(() -> parseTask(task))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("TF_CONFIG: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | TF_CONFIG: \"cluster\" is missing; expected something like",
        "[] | TF_CONFIG: \"cluster\" is missing",
        "{\"cluster\": {}} | TF_CONFIG: the cluster has no tasks",
        "{\"cluster\": {\"ps\": [\"a\"]}} | TF_CONFIG: /job:ps/replica:0/task:0: \"a\" is not an"
            + " address",
        "{'cluster'} | TF_CONFIG: this is not JSON"
      },
      quoteCharacter = '~')
  void refuses(String text, String message) {
    assertThatThrownBy(() -> TfConfig.parse(text))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(message);
  }

  private static Optional<TaskId> parseTask(String task) {
    return TfConfig.parse("{\"cluster\": {\"ps\": [\"a:1\"]}, \"task\": " + task + "}").task();
  }
}
