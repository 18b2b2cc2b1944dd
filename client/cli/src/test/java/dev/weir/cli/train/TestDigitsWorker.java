package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.digits.DigitPainter;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.tensor.Tensor;
import dev.weir.train.Cadence;
import dev.weir.train.RetryPolicy;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.StepLogger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class TestDigitsWorker {
  private static final int WORKERS = 2;
  private static final DigitsTraining.Plan PLAN =
      new DigitsTraining.Plan(120, 32, 0.002f, 1, 1, false);
  private static final RetryPolicy RETRIES =
      RetryPolicy.standard().withTimeout(Duration.ofSeconds(60)).withInterval(Duration.ofMillis(5));
  private static final DigitsData DIGITS =
      new DigitsData(
          DigitPainter.withoutFonts().draw(1600, 2), DigitPainter.withoutFonts().draw(400, 3));

  @TempDir private Path folder;

  /** Two servers and the workers, as devices of this process. */
  private static LocalOptions tasks() {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      devices.add(Device.cpu(new DeviceSpec("ps", 0, i, null, null), 0, 1));
    }
    for (int i = 0; i < WORKERS; i++) {
      devices.add(Device.cpu(new DeviceSpec("worker", 0, i, null, null), 0, 1));
    }
    return LocalOptions.builder().devices(devices).build();
  }

  private static DigitsPlace place(int task) {
    return DigitsPlace.worker(task, WORKERS, 2);
  }

  private static TrainingTarget on(LocalOptions tasks) {
    return TrainingTarget.of(graph -> Session.open(graph, tasks));
  }

  private long work(int task, LocalOptions tasks, BooleanSupplier stops, List<String> news) {
    return work(PLAN, place(task), on(tasks), stops, news);
  }

  private long work(
      DigitsTraining.Plan plan,
      DigitsPlace place,
      TrainingTarget target,
      BooleanSupplier stops,
      List<String> news) {
    try (DigitsTraining worker = new DigitsTraining(plan, place, folder)) {
      return worker.train(target.retrying(RETRIES), DIGITS, stops, logger(news)).steps();
    }
  }

  private static StepLogger logger(List<String> news) {
    return StepLogger.every(Cadence.everySteps(1)).measures("loss").to(news::add);
  }

  private static double accuracy(Path checkpoint) {
    Map<String, Tensor> values = Checkpoints.load(checkpoint);
    return Evaluation.of(DigitNet.frozen(values), DIGITS.test()).accuracy();
  }

  /** Lets the chief go on once the other worker has made a step. */
  private static boolean awaited(CountDownLatch joined) {
    try {
      return joined.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void twoWorkersTogetherLearnAsMuchAsOneAlone() throws Exception {
    LocalOptions tasks = tasks();
    List<String> news = new ArrayList<>();
    CountDownLatch joined = new CountDownLatch(1);
    BooleanSupplier joins =
        () -> {
          joined.countDown();
          return false;
        };
    long steps = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
      Future<Long> chief = threads.submit(() -> work(0, tasks, () -> !awaited(joined), news));
      Future<Long> other = threads.submit(() -> work(1, tasks, joins, new ArrayList<>()));
      for (Future<Long> each : List.of(chief, other)) {
        long own = each.get(100, TimeUnit.SECONDS);
        assertThat(own).isPositive();
        steps += own;
      }
    }
    assertThat(steps).isBetween((long) PLAN.steps(), (long) PLAN.steps() + 2 * WORKERS);
    assertThat(news).anyMatch(line -> line.matches("step \\d+: loss \\d.*"));
    double together;
    try (DigitsTraining worker = new DigitsTraining(PLAN, place(0), folder)) {
      together = accuracy(worker.checkpoint());
    }
    Path alone = folder.resolve("alone");
    try (DigitsTraining training = new DigitsTraining(PLAN, DigitsPlace.ALONE, alone)) {
      training.begin();
      training.train(TrainingTarget.local(), DIGITS, () -> false, new TrainingListener() {});
      assertThat(together)
          .isGreaterThan(accuracy(training.checkpoint()) - 0.05)
          .isGreaterThan(0.85);
    }
  }

  @Test
  void trainsOnACluster() throws Exception {
    DigitsTraining.Plan plan = new DigitsTraining.Plan(24, 16, 0.002f, 1, 1, false);
    long steps = 0;
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", WORKERS));
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        String target = cluster.target("worker", i);
        DigitsPlace place = DigitsPlace.worker(i, WORKERS, 1);
        TrainingTarget whole = TrainingTarget.cluster(target, place.devices());
        running.add(threads.submit(() -> work(plan, place, whole, () -> false, new ArrayList<>())));
      }
      for (Future<Long> each : running) {
        steps += each.get(100, TimeUnit.SECONDS);
      }
    }
    assertThat(steps).isBetween(24L, 24L + 2 * WORKERS);
    try (DigitsTraining worker = new DigitsTraining(plan, place(0), folder)) {
      assertThat(Checkpoints.load(worker.checkpoint())).containsKey("conv2d/kernel");
    }
  }

  @Test
  void aChiefThatIsStartedAgainGoesOn() {
    int[] steps = {0};
    try (DigitsTraining worker = new DigitsTraining(PLAN, place(0), folder)) {
      TrainingTarget target = on(tasks()).retrying(RETRIES);
      DigitsTraining.Share share =
          worker.train(target, DIGITS, () -> ++steps[0] == 5, logger(new ArrayList<>()));
      assertThat(share).isEqualTo(new DigitsTraining.Share(5, true));
      assertThat(worker.checkpoint()).hasFileName("digits-5");
    }
    try (DigitsTraining worker = new DigitsTraining(PLAN, place(0), folder)) {
      TrainingTarget target = on(tasks()).retrying(RETRIES);
      DigitsTraining.Share share =
          worker.train(target, DIGITS, () -> true, logger(new ArrayList<>()));
      assertThat(share.steps()).isEqualTo(1);
      assertThat(worker.checkpoint()).hasFileName("digits-6");
    }
  }

  @Test
  void refusesAPlaceThatIsNone() {
    assertThatThrownBy(() -> DigitsPlace.worker(2, 2, 1)).hasMessageContaining("worker 2 of 2");
  }
}
