package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestConvnet {
  @TempDir Path folder;

  @Test
  void recognizesShapesAndGoesBackToItsBest() throws Exception {
    List<Path> best = new ArrayList<>();
    List<String> lines = Printed.by(arguments -> best.add(Convnet.train(folder)));
    List<String> epochs = lines.subList(0, lines.size() - 1);
    assertThat(epochs).hasSizeBetween(4, 12).allMatch(line -> line.contains("; evaluation: loss "));
    double highest =
        epochs.stream().mapToDouble(line -> Printed.number(line, "accuracy")).max().orElseThrow();
    // a guess gets a quarter right
    assertThat(highest).isGreaterThan(0.95);

    assertThat(lines.getLast()).startsWith("the best again: loss ");
    assertThat(Printed.number(lines.getLast(), "accuracy")).isEqualTo(highest);
    try (CheckpointReader reader = CheckpointReader.open(best.getFirst())) {
      assertThat(reader.names()).contains("conv2d/kernel", "dense_1/bias", "global_step");
    }
  }
}
