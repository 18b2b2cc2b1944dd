package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.Retention;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.TaskSaver;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.session.TrainingSession.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the guide: it runs, and it is the one that the guide shows. */
@Timeout(60)
final class TestTrainingSessionGuide {
  @TempDir private Path folder;
  private final LocalOptions cluster = new Tasks(2, 2).config();

  private Session connect(String target, Graph graph) {
    assertThat(target).startsWith("grpc://");
    return Session.open(graph, cluster);
  }

  private static Role role(int task) {
    return task == 0 ? Role.CHIEF : Role.WORKER;
  }

  private static Tensor batch() {
    return Tensors.of(Shape.of(2, 2), 1f, 2f, 3f, 4f);
  }

  private Path work(int task, int servers, String target) {
    // guide
    ReplicaDeviceSetter devices = ReplicaDeviceSetter.of(servers, "/job:worker/task:" + task);
    Model model = Model.create(new Graph(), 1, devices.bySize());
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output y = Sequential.of(Dense.of(8).relu(), Dense.of(1)).apply(model, x);
    Output loss = Losses.meanSquaredError(model.ops(), model.ops().constant(1f), y);
    Node step = Adam.of(0.01f).minimize(model, loss);
    ModelSaver saver = TaskSaver.of(model, folder.resolve("model"), Retention.last(5));
    TrainingSession.Builder builder =
        TrainingSession.of(model, () -> connect(target, model.graph()), role(task))
            .checkpoints(saver)
            .hooks(StopAtStepHook.at(200), NanGuardHook.failing(loss))
            .chiefHooks(CheckpointSaverHook.of(saver, Cadence.everySteps(50)));
    try (TrainingSession training = builder.start()) {
      while (!training.shouldStop()) {
        training.run(runner -> runner.feed(x, batch()).addTarget(step));
      }
    }
    // end of guide
    return saver.latest().orElseThrow();
  }

  @Test
  void twoWorkersRunIt() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Path>> running =
          List.of(
              threads.submit(() -> work(0, 2, "grpc://worker0")),
              threads.submit(() -> work(1, 2, "grpc://worker1")));
      for (Future<Path> each : running) {
        assertThat(each.get(50, TimeUnit.SECONDS)).asString().contains("model-");
      }
    }
  }

  @Test
  void theGuideShowsIt() throws IOException {
    Path root = Path.of("../..");
    String guide = Files.readString(root.resolve("docs/guide/training-session.md"));
    String source =
        Files.readString(
            root.resolve(
                "client/train/src/test/java/dev/weir/train/session/TestTrainingSessionGuide.java"));
    String shown = guide.split("```java\n", -1)[1].split("```", -1)[0];
    String run = source.split("// guide\n", -1)[1].split(" *// end of guide", -1)[0];
    assertThat(shown).isEqualTo(run.replaceAll("(?m)^ {4}", ""));
  }
}
