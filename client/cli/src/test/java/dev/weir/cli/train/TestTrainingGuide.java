package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.Retention;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.Election;
import dev.weir.train.EpochReport;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.TaskSaver;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingTarget;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.optimizer.Adam;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the guide on training: it runs everywhere, and it is the one the guide shows. */
@Timeout(200)
final class TestTrainingGuide {
  private static final Tensor INPUTS = Tensors.of(Shape.of(4, 2), 1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f);
  private static final Tensor OUTPUTS = Tensors.of(Shape.of(4, 1), 3f, 7f, 11f, 15f);

  @TempDir private Path folder;

  private static Path train(Path folder, String master, int servers, int task) {
    Tensor inputs = INPUTS;
    Tensor outputs = OUTPUTS;
    // guide
    TrainingTarget target =
        master.isEmpty()
            ? TrainingTarget.local()
            : TrainingTarget.cluster(
                    master, ReplicaDeviceSetter.of(servers, "/job:worker/task:" + task))
                .electing(Election.byIndex(task, Duration.ofSeconds(10)));
    Model model = Model.create(new Graph(), 1, target.devices());
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output y = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output guess = Sequential.of(Dense.of(8).relu(), Dense.of(1)).apply(model, x);
    Output loss = Losses.meanSquaredError(model.ops(), y, guess);
    Trainer trainer = Trainer.of(model, loss, Adam.of(0.01f)).inputs(x, y);
    trainer.step(); // the optimizer's variables, which are saved too
    ModelSaver saver = TaskSaver.of(model, folder.resolve("model"), Retention.last(5));
    List<EpochReport> epochs =
        trainer.fit(
            target,
            Batches.of(inputs, outputs).batch(2).shuffled(7),
            FitOptions.steps(100).resuming().checkpoints(saver),
            CheckpointSaver.everySteps(20),
            TrainingListener.everyEpochs(10, System.out::println));
    // end of guide
    assertThat(epochs).isNotNull();
    return saver.latest().orElseThrow();
  }

  @Test
  void itTrainsInThisProcess() {
    assertThat(train(folder, "", 0, 0)).hasFileName("model-100");
  }

  @Test
  void itTrainsOnACluster() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 2, "worker", 2));
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Path>> running = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int task = i;
        String master = cluster.target("worker", task);
        running.add(threads.submit(() -> train(folder, master, 2, task)));
      }
      for (Future<Path> each : running) {
        assertThat(each.get(150, TimeUnit.SECONDS).getFileName().toString())
            .matches("model-10[01]");
      }
    }
  }

  @Test
  void theGuideShowsIt() throws IOException {
    Path root = Path.of("../..");
    String guide = Files.readString(root.resolve("docs/guide/training-session.md"));
    String source =
        Files.readString(
            root.resolve("client/cli/src/test/java/dev/weir/cli/train/TestTrainingGuide.java"));
    String shown = guide.split("```java\n", -1)[1].split("```", -1)[0];
    String run = source.split("// guide\n", -1)[1].split(" *// end of guide", -1)[0];
    assertThat(shown).isEqualTo(run.replaceAll("(?m)^ {4}", ""));
  }
}
