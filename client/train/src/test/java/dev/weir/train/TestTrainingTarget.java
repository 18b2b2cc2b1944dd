package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Retention;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.listener.EarlyStopping;
import dev.weir.train.listener.FinalValues;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One training program in this process and on tasks that may be lost. */
@Timeout(60)
final class TestTrainingTarget {
  private static final Batches ONES = Batches.of(Tensors.vector(1f, 1f, 1f, 1f));

  @TempDir private Path folder;

  /** Trains {@code w} from 0 to 3. */
  private static final class Program {
    final TrainingTarget target;
    final Model model;
    final GraphVariable w;
    final Trainer trainer;

    Program(TrainingTarget target) {
      this.target = target;
      this.model = Model.create(new Graph(), 1, target.devices());
      Ops ops = model.ops();
      Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1));
      this.w = model.variable("w", ops.constant(0f));
      Output error = ops.math.sub(ops.math.mul(w, x), ops.constant(3f));
      Output loss = Losses.mean(ops, ops.math.square(error));
      this.trainer = Trainer.of(model, loss, GradientDescent.of(0.1f)).inputs(x);
      trainer.step();
    }

    List<EpochReport> fit(FitOptions options, TrainingListener... listeners) {
      return trainer.fit(target, ONES, options, listeners);
    }

    /** The value of {@code w} after a training. */
    float trained(FitOptions options, TrainingListener... listeners) {
      FinalValues last = FinalValues.of(w);
      List<TrainingListener> all = new ArrayList<>(List.of(listeners));
      all.add(last);
      fit(options, all.toArray(TrainingListener[]::new));
      return last.values().getFirst().getFloat(0);
    }

    TaskSaver saver(Path folder) {
      return TaskSaver.of(model, folder.resolve("model"), Retention.last(9));
    }
  }

  private static TrainingTarget on(Tasks tasks, int worker) {
    return TrainingTarget.of(graph -> Session.open(graph, tasks.config()))
        .withDevices(ReplicaDeviceSetter.of(1, "/job:worker/task:" + worker))
        .retrying(Descent.SHORT);
  }

  @Test
  void theTargetDoesNotChangeWhatIsLearned() {
    Tasks tasks = new Tasks(1, 1);
    List<String> local = new ArrayList<>();
    List<String> there = new ArrayList<>();
    FitOptions options = FitOptions.epochs(3).evaluating(ONES);
    float here =
        new Program(TrainingTarget.local())
            .trained(options, TrainingListener.everyEpoch(each -> local.add(each.toString())));
    float remote =
        new Program(on(tasks, 0))
            .trained(options, TrainingListener.everyEpoch(each -> there.add(each.toString())));
    assertThat(remote).isEqualTo(here);
    assertThat(there).isEqualTo(local).hasSize(3);
    assertThat(local.getLast()).startsWith("epochs 3, steps 12: loss ");
  }

  @Test
  void aTrainingIsRestoredAndResumedTheSameWayEverywhere() {
    for (boolean isLocal : new boolean[] {true, false}) {
      Path here = folder.resolve(isLocal ? "local" : "tasks");
      List<Long> steps = new ArrayList<>();
      for (long last : new long[] {5, 7}) {
        TrainingTarget target = isLocal ? TrainingTarget.local() : on(new Tasks(1, 1), 0);
        Program program = new Program(target);
        program.fit(
            FitOptions.steps(last).resuming().checkpoints(program.saver(here)),
            CheckpointSaver.everySteps(100),
            each(report -> steps.add(report.step())));
      }
      assertThat(steps).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }
  }

  private static TrainingListener each(Consumer<StepReport> action) {
    return new TrainingListener() {
      @Override
      public void afterStep(StepReport report, TrainingSession training) {
        action.accept(report);
      }
    };
  }

  @Test
  void aServerThatIsRestartedIsRestoredWhileItFits() {
    Tasks tasks = new Tasks(1, 1);
    Program program = new Program(on(tasks, 0));
    boolean[] isRestarted = {false};
    List<Long> steps = new ArrayList<>();
    TrainingListener restarts =
        each(
            report -> {
              steps.add(report.step());
              if (report.step() == 6 && !isRestarted[0]) {
                isRestarted[0] = true;
                tasks.restartServer(0);
              }
            });
    program.fit(
        FitOptions.steps(8).checkpoints(program.saver(folder)),
        CheckpointSaver.everySteps(4),
        restarts);
    assertThat(steps).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 5L, 6L, 7L, 8L);
  }

  @Test
  void valuesOfAnOpenSessionAreKept() {
    Program program = new Program(TrainingTarget.local());
    Session session = Session.open(program.model.graph());
    Tensor two = Tensors.scalar(2f);
    session.runner().addTarget(program.w.assign(program.model.ops().constant(two))).run();
    try (session;
        TrainingSession training =
            TrainingSession.of(program.model, TrainingTarget.in(session)).start()) {
      assertThat(training.globalStep()).as("which had no value").isZero();
      assertThat(w(session, program)).isEqualTo(2);
      training.close();
      assertThat(w(session, program)).as("the session is still open").isEqualTo(2);
    }
  }

  private static float w(Session session, Program program) {
    return session.runner().fetch(program.w).run().getFirst().getFloat(0);
  }

  @Test
  void anOpenSessionWithoutValuesIsRestored() {
    Program program = new Program(TrainingTarget.local());
    TaskSaver saver = program.saver(folder);
    float first =
        program.trained(FitOptions.steps(4).checkpoints(saver), CheckpointSaver.everySteps(9));
    try (Session session = Session.open(program.model.graph())) {
      program.trainer.fit(session, ONES, FitOptions.steps(4).resuming().checkpoints(saver));
      assertThat(w(session, program)).isEqualTo(first);
    }
  }

  @Test
  void aLocalFailureIsNotRetried() {
    Program program = new Program(TrainingTarget.local());
    List<String> calls = new ArrayList<>();
    TrainingListener failing =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            calls.add("step " + report.step());
            throw new WeirException(ErrorCode.DEADLINE_EXCEEDED, "too late");
          }

          @Override
          public void onEnd(TrainingSession training) {
            calls.add("end");
          }
        };
    assertThatThrownBy(() -> program.fit(FitOptions.epochs(1), failing)).hasMessage("too late");
    assertThat(calls).as("and a training that failed has no end").containsExactly("step 1");
  }

  @Test
  void whatTheDataThrowsIsAFailureToo() {
    Program program = new Program(TrainingTarget.local());
    Batches broken =
        epoch -> {
          throw new IllegalStateException("no data");
        };
    TaskSaver saver = program.saver(folder);
    assertThatThrownBy(
            () ->
                program.trainer.fit(
                    program.target,
                    broken,
                    FitOptions.epochs(1).checkpoints(saver),
                    CheckpointSaver.everyEpoch()))
        .hasMessage("no data");
    assertThat(saver.latest().orElseThrow()).hasFileName("model-0");
  }

  /** Notes what it is called for, on the chief only. */
  private static final class ChiefDiary implements TrainingListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public boolean isChiefOnly() {
      return true;
    }

    @Override
    public void onStart(Model model) {
      lines.add("start");
    }

    @Override
    public void onSession(TrainingSession training) {
      lines.add("session");
    }

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      lines.add("step");
    }

    @Override
    public void onEnd(TrainingSession training) {
      lines.add("end");
    }
  }

  @Test
  void listenersForTheChiefAreCalledOnlyThereAndAfterATakeOver() {
    Duration silence = Duration.ofSeconds(10);
    Tasks tasks = new Tasks(2, 3);
    ManualClock clock = new ManualClock();
    ChiefDiary ofZero = new ChiefDiary();
    ChiefDiary ofOne = new ChiefDiary();
    ChiefDiary ofTwo = new ChiefDiary();
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TwoServers two = new TwoServers(tasks, 2);
    TrainingSession old =
        zero.electing(Election.byIndex(0, silence)).clock(clock).listeners(ofZero).start();
    TrainingSession young =
        one.electing(Election.byIndex(1, silence)).clock(clock).listeners(ofOne).start();
    TrainingSession fixed = two.as(Role.WORKER).clock(clock).listeners(ofTwo).start();
    zero.run(old, 1);
    one.run(young, 1);
    two.run(fixed, 1);
    assertThat(ofZero.lines).containsExactly("start", "session", "step");
    assertThat(ofOne.lines).containsExactly("start");
    clock.advance(silence);
    one.run(young, 1);
    assertThat(young.isChief()).isTrue();
    assertThat(ofOne.lines).containsExactly("start", "session", "step");
    young.close();
    assertThat(ofOne.lines).endsWith("step", "end");
    fixed.close();
    assertThat(ofTwo.lines).as("it can never be the chief").isEmpty();
  }

  @Test
  void workersStopWhenTheirChiefHasEndedTheTraining() throws Exception {
    Tasks tasks = new Tasks(1, 2);
    Program chief = new Program(on(tasks, 0));
    Program other = new Program(on(tasks, 1).as(Role.WORKER));
    CountDownLatch joined = new CountDownLatch(1);
    TrainingListener joins = each(report -> joined.countDown());
    TrainingListener awaits = each(report -> assertThat(awaited(joined)).isTrue());
    CompletableFuture<List<EpochReport>> follows =
        CompletableFuture.supplyAsync(() -> other.fit(FitOptions.epochs(Long.MAX_VALUE), joins));
    // the loss is the same in every epoch once w has arrived, and then the chief stops
    List<EpochReport> epochs =
        chief.fit(FitOptions.epochs(10_000), awaits, EarlyStopping.lowest("loss", 3));
    assertThat(epochs).hasSizeLessThan(10_000);
    assertThat(follows.get(50, TimeUnit.SECONDS)).isNotEmpty();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(50, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void onlyTheChiefEvaluates() {
    Tasks tasks = new Tasks(1, 2);
    Program chief = new Program(on(tasks, 0));
    Program other = new Program(on(tasks, 1).as(Role.WORKER));
    try (TrainingSession leads = TrainingSession.of(chief.model, chief.target).start()) {
      assertThat(leads.isChief()).isTrue();
      FitOptions options = FitOptions.epochs(1).evaluating(ONES);
      assertThat(other.fit(options).getFirst().evaluation().isEmpty()).isTrue();
    }
  }

  @Test
  void savingNeedsCheckpoints() {
    Program program = new Program(TrainingTarget.local());
    assertThatThrownBy(() -> program.fit(FitOptions.epochs(1), CheckpointSaver.everyEpoch()))
        .hasMessageContaining("set them with checkpoints(saver)");
  }

  @Test
  void resumingWorkersPassOverTheirShareOfBatches() {
    Path here = folder.resolve("shared");
    Program first = new Program(on(new Tasks(1, 1), 0));
    first.fit(
        FitOptions.steps(4).resuming().checkpoints(first.saver(here)),
        CheckpointSaver.everySteps(100));
    Program second = new Program(on(new Tasks(1, 1), 0).withWorkers(2));
    List<Long> epochs = new ArrayList<>();
    second.fit(
        FitOptions.steps(8).resuming().checkpoints(second.saver(here)),
        each(report -> epochs.add(report.epoch())));
    assertThat(epochs).as("two batches of epoch 0 are left").containsExactly(0L, 0L, 1L, 1L);
  }
}
