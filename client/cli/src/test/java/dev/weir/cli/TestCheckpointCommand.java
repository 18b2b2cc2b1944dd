package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.json.JsonReader;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class TestCheckpointCommand {
  @TempDir Path folder;
  private Path old = Path.of("");
  private Path young = Path.of("");

  private record Outcome(int code, String out, String err) {}

  @BeforeEach
  void save() {
    old = folder.resolve("model-1");
    young = folder.resolve("model-2");
    Map<String, Tensor> before =
        Map.of(
            "step", Tensors.scalar(1L),
            "weights", Tensors.vector(1f, 2f, 3f),
            "words", Tensors.vector("a", "b"),
            "gone", Tensors.scalar(0),
            "same", Tensors.scalar("same"));
    Map<String, Tensor> after =
        Map.of(
            "step", Tensors.scalar(2L),
            "weights", Tensors.vector(1f, 2.5f, 3f),
            "words", Tensors.vector("a"),
            "new", Tensors.scalar(0.5),
            "same", Tensors.scalar("same"));
    Checkpoints.save(old, before);
    Checkpoints.save(young, after);
    new CheckpointFolder(folder)
        .write(
            List.of(
                new CheckpointFolder.Kept(old, Instant.EPOCH),
                new CheckpointFolder.Kept(young, Instant.EPOCH)),
            Instant.EPOCH);
  }

  private static Outcome weir(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] words = java.util.Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
    int code = line.execute(words);
    return new Outcome(code, out.toString(), err.toString());
  }

  @Test
  void listShowsWhatIsThere() {
    Outcome outcome = weir("checkpoint", "list", folder);
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("model-1").containsPattern("model-2 .*latest");
    assertThat(JsonReader.read(weir("checkpoint", "list", folder, "--json").out()))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(2);
    assertThat(weir("checkpoint", "list", folder.resolve("none")).err())
        .contains("there is no folder");
  }

  @Test
  void showNamesTensorsAndTheirValues() {
    assertThat(weir("checkpoint", "show", old).out())
        .contains("weights")
        .contains("float32[3]")
        .contains("5 tensors");
    assertThat(weir("checkpoint", "show", old, "--json").out())
        .contains("\"name\": \"weights\", \"dtype\": \"float32\", \"shape\": [3], \"bytes\": 12");
    assertThat(weir("checkpoint", "show", old, "--tensor", "weights", "--json").out())
        .contains("\"values\": [1.0, 2.0, 3.0]");
    assertThat(weir("checkpoint", "show", folder).out()).as("the latest").contains("model-2:");
    assertThat(weir("checkpoint", "show", old + ".index").out()).contains("5 tensors");
    assertThat(weir("checkpoint", "show", old, "--tensor", "x").err())
        .contains("Key x not found in checkpoint");
  }

  @Test
  void verifyFindsDamage() throws IOException {
    assertThat(weir("checkpoint", "verify", old).out())
        .contains("all 5 tensors are as they were saved");
    Path data = folder.resolve("model-1.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(data);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= 1;
    }
    Files.write(data, bytes);
    Outcome outcome = weir("checkpoint", "verify", old);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("tensor \"weights\" in " + data)
        .contains("Checksum does not match")
        .contains("5 of 5 tensors are damaged");
    assertThat(weir("checkpoint", "verify", old, "--json").out())
        .contains("\"ok\": false")
        .contains("\"tensor\": \"weights\", \"code\": \"DATA_LOSS\"");
  }

  @Test
  void diffComparesTensorByTensor() {
    Outcome outcome = weir("checkpoint", "diff", old, young);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("- gone  int32[]")
        .contains("+ new  float64[]")
        .contains("! words  string[2] -> string[1]")
        .contains("~ weights  float32[3]  1 of 3 elements, by 0.5 at most")
        .contains("5 of 6 tensors differ");
    assertThat(weir("checkpoint", "diff", old, old).code()).isZero();
    assertThat(weir("checkpoint", "diff", old, old, "--json").out()).contains("\"same\": true");
    assertThat(weir("checkpoint", "diff", old, young, "--json").out())
        .contains("\"differing\": 1, \"largestDifference\": 0.5");
  }

  @Test
  void mistakesAreTold() {
    assertThat(weir("checkpoint").code()).isEqualTo(2);
    Outcome outcome = weir("checkpoint", "show", folder.resolve("none"), "--json");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("there is no checkpoint");
    assertThat(outcome.out()).contains("NOT_FOUND");
  }
}
