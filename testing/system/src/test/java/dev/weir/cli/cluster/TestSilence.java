package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.ProcessCluster.SILENT;
import static dev.weir.cli.cluster.ProcessCluster.WORKER;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.cluster.ThreeTasks.Begun;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rows of docs/failures.md about tasks that keep their connections and do not respond. */
@Tag("cluster")
@Timeout(300)
final class TestSilence {
  /** Instead of 10 s. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** Silence, two questions before it, and much more for a loaded machine. */
  private static final Duration AFTER_SILENCE = Duration.ofSeconds(30);

  @TempDir private static Path folder;
  private static ThreeTasks tasks;

  @BeforeAll
  static void startCluster(@TempDir Path temporary) throws IOException {
    tasks = new ThreeTasks(SILENCE, temporary, "--allow-dir", folder.toString());
  }

  @AfterAll
  static void stopCluster() throws IOException {
    tasks.close();
  }

  @BeforeEach
  void startWhatIsGone(TestInfo test) {
    tasks.begin(test.getDisplayName());
  }

  /** The first question is asked after the step begins, so it fails no sooner than the limit. */
  private static WeirException failureOf(Begun begun) {
    WeirException error = ThreeTasks.failure(begun.step(), AFTER_SILENCE);
    assertThat(begun.since()).isGreaterThanOrEqualTo(SILENCE);
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    return error;
  }

  @Test
  void workerStopsAnswering() throws Exception {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, PS, WORKER);

      tasks.cluster.signal(WORKER, "STOP");
      WeirException error = failureOf(step);
      tasks.cluster.signal(WORKER, "CONT");

      assertThat(error).hasMessageContainingAll(SILENT + WORKER.name(), "process hung");
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
      waiting.release(session); // the session goes on
      assertThat(waiting.run(session, RunOptions.DEFAULT)).isEqualTo(WaitingGraph.expected());
    }
  }

  @Test
  void psStopsAnswering() throws Exception {
    WaitingGraph waiting = tasks.waitingOn(WORKER);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, PS, WORKER);

      tasks.cluster.signal(PS, "STOP");
      WeirException error = failureOf(step);
      tasks.cluster.signal(PS, "CONT");

      assertThat(error).hasMessageContainingAll(PS.name(), SILENT);
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
      waiting.release(session); // the session goes on, and variables are what they were
      assertThat(waiting.run(session, RunOptions.DEFAULT)).isEqualTo(WaitingGraph.expected());
    }
  }

  @Test
  void masterStopsAnswering() throws Exception {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, PS);

      tasks.cluster.signal(CHIEF, "STOP");
      WeirException error = failureOf(step);
      tasks.cluster.signal(CHIEF, "CONT");

      assertThat(error).hasMessageContainingAll(SILENT + tasks.cluster.target(CHIEF), "RunStep");
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
    }
    tasks.assertWorks();
  }

  @Test
  void networkBetweenTasksSwallowsEverything() {
    assertIsSilentTo(Proxy.Mode.SWALLOW);
  }

  @Test
  void networkBetweenTasksPassesOneWayOnly() {
    assertIsSilentTo(Proxy.Mode.ONE_WAY);
  }

  private static void assertIsSilentTo(Proxy.Mode mode) {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, WORKER, PS);

      tasks.proxy.set(mode);
      WeirException error = failureOf(step);
      tasks.proxy.set(Proxy.Mode.PASS);

      assertThat(error).hasMessageContaining(SILENT + PS.name() + " to " + WORKER.name());
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
    }
    tasks.assertWorks();
  }

  /** Ps is stopped while it writes, for longer than others wait for it. */
  @Test
  void psHangsDuringASave() throws Exception {
    SavedVariable variable = new SavedVariable(folder, "slow", 20_000_000);
    try (Session session = Session.connect(tasks.cluster.target(CHIEF), variable.graph)) {
      SavedVariable.run(session, variable.assign);
      SavedVariable.run(session, variable.save);
      SavedVariable.run(session, variable.add);

      WeirException error = stoppedInMidSave(session, variable);

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContainingAll(PS.name(), SILENT);
      assertThat(variable.value(session)).isEqualTo(2f);
      SavedVariable.run(session, variable.save);
      variable.assertSaved(2f);
    }
  }

  /** How a save fails whose ps is stopped; saves that end before that are made again. */
  private static WeirException stoppedInMidSave(Session session, SavedVariable variable)
      throws Exception {
    for (int i = 0; i < 10; i++) {
      List<Path> before = files();
      CompletableFuture<Void> save =
          CompletableFuture.runAsync(() -> SavedVariable.run(session, variable.save));
      Waiting.until(
          () -> save.isDone() || !files().equals(before),
          AFTER_SILENCE,
          () -> "nothing is written");
      tasks.cluster.signal(PS, "STOP");
      try {
        save.get(AFTER_SILENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        return (WeirException) requireNonNull(e.getCause());
      } finally {
        tasks.cluster.signal(PS, "CONT");
      }
    }
    throw new AssertionError("all saves ended before ps was stopped");
  }

  private static List<Path> files() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // files come and go meanwhile
    }
  }

  /** A file of the checkpoint is a pipe without a writer: opening it blocks. */
  @Test
  @EnabledOnOs(OS.LINUX) // for mkfifo
  void diskOfPsHangs() throws Exception {
    SavedVariable variable = new SavedVariable(folder, "hanging", 10);
    try (Session session = Session.connect(tasks.cluster.target(CHIEF), variable.graph)) {
      SavedVariable.run(session, variable.assign);
      SavedVariable.run(session, variable.save);
      Path data = folder.resolve("hanging.data-00000-of-00001");
      Path aside = Files.move(data, folder.resolve("aside"));
      SmallDisk.command("mkfifo", data.toString());

      long begun = System.nanoTime();
      CompletableFuture<Void> restore =
          CompletableFuture.runAsync(() -> SavedVariable.run(session, variable.restore));
      tasks.cluster.awaitRunning(PS, 1);
      do { // for longer than a task may be silent
        SavedVariable.run(session, variable.add); // other steps go on
        assertThat(restore).isNotDone();
      } while (System.nanoTime() - begun < SILENCE.plusSeconds(1).toNanos());

      Files.newOutputStream(data).close(); // the disk gives up: the file ends
      WeirException error = ThreeTasks.failure(restore, AFTER_SILENCE);
      assertThat(error.code()).isEqualTo(ErrorCode.DATA_LOSS);
      assertThat(error).hasMessageContainingAll("From " + PS.name(), data.toString());
      Files.move(aside, data, StandardCopyOption.REPLACE_EXISTING);
      SavedVariable.run(session, variable.restore);
      assertThat(variable.value(session)).isEqualTo(1f);
    }
  }
}
