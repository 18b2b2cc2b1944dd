package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestTaskId {
  @Test
  void namesReadBack() {
    TaskId task = new TaskId("worker", 17);
    assertThat(task.name()).isEqualTo("/job:worker/replica:0/task:17");
    assertThat(TaskId.parse(task.name())).isEqualTo(task);
    assertThat(TaskId.parse("/job:worker/task:17")).isEqualTo(task);
  }

  @Test
  void ordersByJobThenIndex() {
    TaskId second = new TaskId("ps", 2);
    TaskId tenth = new TaskId("ps", 10);
    TaskId worker = new TaskId("worker", 0);
    assertThat(List.of(worker, tenth, second).stream().sorted())
        .containsExactly(second, tenth, worker);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "worker:0",
        "/job:worker",
        "/job:worker/task:-1",
        "/job:worker/task:9999999999",
        "/job:worker/replica:1/task:0",
        "/job:worker/task:0/device:CPU:0"
      })
  void refusesOtherNames(String name) {
    assertThatThrownBy(() -> TaskId.parse(name))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("\"" + name + "\"")
        .hasMessageContaining("/job:worker/replica:0/task:0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0ps", "_ps", "p-s", "p s", "pß"})
  void refusesBadJobNames(String job) {
    assertThatThrownBy(() -> new TaskId(job, 0))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("\"" + job + "\" is not a job name")
        .hasMessageContaining("a letter, then letters, digits and _");
  }

  @Test
  void refusesNegativeIndices() {
    assertThatThrownBy(() -> new TaskId("ps", -1)).hasMessageContaining("counted from 0");
  }
}
