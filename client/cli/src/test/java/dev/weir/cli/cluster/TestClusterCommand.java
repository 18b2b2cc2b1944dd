package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.Main;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.json.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class TestClusterCommand {
  private final LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 1));
  private String out = "";
  private String err = "";

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  private int weir(String... arguments) {
    StringWriter outText = new StringWriter();
    StringWriter errText = new StringWriter();
    int code = Main.run(new PrintWriter(outText), new PrintWriter(errText), arguments);
    out = outText.toString();
    err = errText.toString();
    return code;
  }

  @Test
  void doctorFindsNothingWrong() {
    assertThat(weir("cluster", "doctor", "--cluster", cluster.spec().toString())).isZero();
    assertThat(out)
        .contains("/job:ps/replica:0/task:0", "/job:worker/replica:0/task:0/device:CPU:0")
        .endsWith("2 of 2 tasks are well\n");
  }

  @Test
  void doctorNamesWhatIsWrong() {
    String spec = cluster.spec().toString();
    cluster.stop("ps", 0);
    assertThat(weir("cluster", "doctor", "--cluster", spec)).isEqualTo(1);
    assertThat(out).contains("refused", "1 of 2 tasks are well");
    assertThat(weir("cluster", "doctor", "--json", "--cluster", spec)).isEqualTo(1);
    assertThat(JsonReader.read(out))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("good", false)
        .containsKey("tasks");
  }

  @Test
  void doctorTellsTasksApart() {
    String swapped =
        "ps="
            + cluster.server("worker", 0).address()
            + ";worker="
            + cluster.server("ps", 0).address();
    assertThat(weir("cluster", "doctor", "--cluster", swapped)).isEqualTo(1);
    assertThat(out).contains("wrong cluster", "another task is there");
  }

  @Test
  void statusShowsATaskALine() {
    String spec = cluster.spec().toString();
    assertThat(weir("cluster", "status", "--cluster", spec)).isZero();
    List<String> lines = out.lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains("memory", "sessions", "steps/s");
    assertThat(lines.get(1)).contains("/job:ps/replica:0/task:0", "GiB", "0.0");
    assertThat(lines.get(3)).isEqualTo("2 of 2 tasks are up");
  }

  @Test
  void statusShowsWhatIsDown() {
    String spec = cluster.spec().toString();
    cluster.stop("ps", 0);
    assertThat(weir("cluster", "status", "--cluster", spec)).isEqualTo(1);
    assertThat(out).contains("UNAVAILABLE", "connection refused", "1 of 2 tasks are up");
  }

  @Test
  void statusCanBeReadByPrograms() {
    String spec = cluster.spec().toString();
    assertThat(
            weir(
                "cluster",
                "status",
                "--json",
                "--looks",
                "2",
                "--interval",
                "1",
                "--cluster",
                spec))
        .isZero();
    List<String> looks = out.lines().toList();
    assertThat(looks).hasSize(2);
    assertThat(looks.get(1))
        .contains("\"stepsPerSecond\"", "\"memoryUsed\"", "\"up\": true", "\"runningSteps\": 0");
  }

  @Test
  void clusterMustBeNamed() {
    assertThat(weir("cluster", "doctor", "--cluster", "nonsense")).isEqualTo(1);
    assertThat(err).contains("nonsense");
    assertThat(weir("cluster")).isEqualTo(2);
  }
}
