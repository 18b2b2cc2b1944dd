package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.Main;
import dev.weir.cli.terminal.Terminal;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.json.JsonReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestLaunch {
  private static final Terminal COLORED = new Terminal(true, true, true, 80);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final TokenFile token = TokenFile.generate();

  @AfterEach
  void leaveNothing() {
    token.close();
  }

  private static List<String> shellServer(TaskId task, ClusterSpec cluster) {
    return List.of("sh", "-c", "echo serving; exec sleep 600");
  }

  private int launch(ClusterPlan plan, Terminal terminal, String... program) {
    PrefixedLog log =
        new PrefixedLog(
            plan.names(), new PrintWriter(out), terminal, new PrintWriter(err), terminal);
    return new Launch(
            plan,
            TestLaunch::shellServer,
            List.of(program),
            Optional.of(token),
            Restarts.atMost(0),
            Duration.ofSeconds(60),
            log)
        .run();
  }

  @Test
  void everyLineHasItsTask() {
    ClusterPlan plan = ClusterPlan.onLoopback(1, 2);
    int code = launch(plan, Terminal.PLAIN, "sh", "-c", "echo hello; echo oh >&2");
    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .contains("worker/0 | hello", "worker/1 | hello")
        .allMatch(line -> line.endsWith(" | hello") || line.equals("ps/0 | serving"));
    assertThat(err.toString().lines()).contains("worker/0 | oh", "worker/1 | oh");
  }

  @Test
  void tasksAreToldWhereTheTokenIs() {
    launch(ClusterPlan.onLoopback(0, 1), Terminal.PLAIN, "sh", "-c", "echo $WEIR_TOKEN_FILE");
    assertThat(out.toString().lines()).containsExactly("worker/0 | " + token.path());
    assertThat(token.path()).as("gone with the cluster").doesNotExist();
  }

  @Test
  void tokenIsForItsOwnerAndGoneAfterward() throws IOException {
    Path file;
    try (TokenFile token = TokenFile.generate()) {
      file = token.path();
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(Files.readString(file).strip()).matches("[0-9a-f]{64}");
      assertThat(file.getFileName().toString())
          .startsWith("weir-token-" + ProcessHandle.current().pid() + "-");
      assertThat(token.environment()).containsEntry("WEIR_TOKEN_FILE", file.toString());
    }
    assertThat(file).doesNotExist();
  }

  /** Users may have files of their own in the variable. */
  @Test
  void onlyFilesOfTheLauncherAreDeletedAfterIt() {
    long self = ProcessHandle.current().pid();
    TokenFile.deleteAfter(self + 1, token.environment());
    TokenFile.deleteAfter(self, Map.of());
    assertThat(token.path()).exists();
    TokenFile.deleteAfter(self, token.environment());
    assertThat(token.path()).doesNotExist();
  }

  @Test
  void prefixesHaveColorsOnATerminal() {
    launch(ClusterPlan.onLoopback(0, 2), COLORED, "echo", "hello");
    assertThat(out.toString().lines())
        .containsExactlyInAnyOrder(
            "\033[36mworker/0 | \033[0mhello", "\033[33mworker/1 | \033[0mhello");
  }

  @Test
  void failureIsShownWithTheLastLines() {
    ClusterPlan plan = ClusterPlan.onLoopback(1, 2);
    int code =
        launch(
            plan, Terminal.PLAIN, "sh", "-c", "[ {task} = 0 ] && exec sleep 600; echo why; exit 5");
    assertThat(code).isEqualTo(5);
    assertThat(err.toString().lines())
        .containsExactly(
            "weir: worker/1 failed with exit code 5 and everything was stopped; its last lines:",
            "weir: why");
  }

  @Test
  void programsKnowTheirPlace() {
    ClusterPlan plan = ClusterPlan.onLoopback(1, 2);
    launch(
        plan,
        Terminal.PLAIN,
        "sh",
        "-c",
        "echo {job} {task} \"{cluster}\" {target}; echo $WEIR_JOB $WEIR_TASK \"$WEIR_CLUSTER\";"
            + " echo \"$TF_CONFIG\"");
    String target = plan.target(new TaskId("worker", 1));
    assertThat(out.toString().lines())
        .contains(
            "worker/1 | worker 1 " + plan.cluster().toString() + " " + target,
            "worker/1 | worker 1 " + plan.cluster().toString());
    String config =
        out.toString().lines().filter(line -> line.startsWith("worker/1 | {")).findFirst().get();
    Map<String, Object> cluster =
        Map.of(
            "ps", List.of(plan.cluster().address(new TaskId("ps", 0))),
            "worker",
                plan.cluster().tasks("worker").stream().map(plan.cluster()::address).toList());
    Map<String, Object> task = Map.of("type", "worker", "index", BigDecimal.ONE);
    assertThat(JsonReader.read(config.substring("worker/1 | ".length())))
        .isEqualTo(Map.of("cluster", cluster, "task", task));
  }

  @Test
  void addressesAreDifferentAndWritten() {
    ClusterPlan plan = ClusterPlan.onLoopback(2, 3);
    assertThat(plan.names()).containsExactly("ps/0", "ps/1", "worker/0", "worker/1", "worker/2");
    assertThat(plan.cluster().toString())
        .matches("ps=127.0.0.1:\\d+,[^;]*;worker=([^,]*,){2}127.0.0.1:\\d+");
  }

  @Test
  void mistakesOnTheCommandLineAreExplained() {
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), "launch", "--workers", "0");
    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("--ps must be from 0 to 1000 and --workers from 1 to 1000; got 1 and 0");
  }

  @Test
  void programThatIsNotThereStopsAll() {
    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            "launch",
            "--ps",
            "0",
            "--workers",
            "2",
            "--",
            "/no/such/program",
            "--option");
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("worker/0 cannot run \"/no/such/program\"");
  }

  @Test
  void optionsAfterTheDashesAreTheProgramsOwn() {
    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            "launch",
            "--ps=0",
            "--workers=2",
            "--",
            "echo",
            "--ps",
            "{task}",
            "@x");
    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .containsExactlyInAnyOrder("worker/0 | --ps 0 @x", "worker/1 | --ps 1 @x");
  }
}
