package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.digits.DigitSet;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.train.StepReport;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestDigitsTraining {
  private static final DigitSet DIGITS = DigitPainter.withoutFonts().draw(40, 3);
  private static final DigitsTraining.Plan PLAN =
      new DigitsTraining.Plan(12, 8, 0.001f, 1, 2, false);

  private static final DigitsData DIGITS_DATA = new DigitsData(DIGITS, DIGITS);
  private static final TrainingTarget LOCAL = TrainingTarget.local();

  @TempDir Path folder;

  /** Keeps the losses of steps. */
  private static final class Losses implements TrainingListener {
    final List<Double> all = new ArrayList<>();

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      all.add(report.loss());
    }
  }

  private static DigitsTraining alone(Path folder) {
    return new DigitsTraining(PLAN, DigitsPlace.ALONE, folder);
  }

  @Test
  void stopsWhenAskedAndGoesOnLater() {
    Losses losses = new Losses();
    try (DigitsTraining training = alone(folder)) {
      training.begin();
      DigitsTraining.Share share =
          training.train(LOCAL, DIGITS_DATA, () -> losses.all.size() == 7, losses);
      assertThat(share).isEqualTo(new DigitsTraining.Share(7, true));
      assertThat(training.checkpoint())
          .isEqualTo(folder.resolve("checkpoints").resolve("digits-7"));
    }
    try (DigitsTraining training = alone(folder)) {
      assertThat(training.restorable()).hasValue(7);
      training.train(LOCAL, DIGITS_DATA, () -> false, losses);
      assertThat(losses.all).hasSize(12);
      Path last = training.checkpoint();
      assertThat(Checkpoints.load(last).get("global_step")).isNotNull();
      assertThat(last).isEqualTo(folder.resolve("checkpoints").resolve("digits-12"));
    }
  }

  @Test
  void digitsAreThoseThatWouldHaveCome() {
    DigitBatches batches = DigitBatches.shuffled(DIGITS, 8, 5, 2);
    assertThat(batches.count()).hasValue(5);
    assertThat(pixels(batches, 1)).isEqualTo(pixels(batches, 1)).isNotEqualTo(pixels(batches, 2));
    assertThatThrownBy(() -> DigitBatches.shuffled(DIGITS, 41, 5, 2))
        .hasMessageContaining("use a smaller --batch");
  }

  private static List<Float> pixels(DigitBatches batches, long epoch) {
    List<Float> pixels = new ArrayList<>();
    batches
        .epoch(epoch)
        .forEachRemaining(
            batch -> {
              Tensor images = batch.getFirst();
              for (long i = 0; i < images.elements(); i++) {
                pixels.add(images.getFloat(i));
              }
            });
    return pixels;
  }

  @Test
  void aFullDiskLosesNothing() throws Exception {
    // has room for the checkpoint before the first step, and not for the next
    Configuration small = Configuration.unix().toBuilder().setMaxSize(3 << 19).build();
    try (FileSystem disk = Jimfs.newFileSystem(small)) {
      Path place = disk.getPath("/disk/run");
      assertThatThrownBy(() -> trainOn(place))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("the disk is full: make room")
          .hasMessageContaining("the same command goes on from /disk/run/checkpoints/digits-0")
          .satisfies(
              e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
      assertThat(Checkpoints.load(place.resolve("checkpoints").resolve("digits-0")))
          .containsKey("conv2d/kernel");
    }
  }

  @Test
  void aDiskThatIsFullFromTheBeginningIsToldAtOnce() throws Exception {
    Configuration tiny = Configuration.unix().toBuilder().setMaxSize(1 << 19).build();
    try (FileSystem disk = Jimfs.newFileSystem(tiny)) {
      assertThatThrownBy(() -> trainOn(disk.getPath("/disk/run")))
          .hasMessageContaining("the disk is full: make room");
    }
  }

  private static void trainOn(Path place) {
    try (DigitsTraining training = alone(place)) {
      training.begin();
      training.train(LOCAL, DIGITS_DATA, () -> false, new Losses());
    }
  }
}
