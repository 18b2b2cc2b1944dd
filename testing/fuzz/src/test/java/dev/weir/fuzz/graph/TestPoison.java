package dev.weir.fuzz.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Poison;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What poisoned memory shows, in a process that has it. */
final class TestPoison {
  private static final long LIMIT_SECONDS = 120;

  @TempDir Path folder;

  /** Writes before, behind and inside of a tensor, and prints what was noticed. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      for (long offset : new long[] {-1, 0, 39, 40, 63, 64, 200}) {
        Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(10));
        MemorySegment elements = tensor.buffer().segment();
        MemorySegment.ofAddress(elements.address() + offset)
            .reinterpret(1)
            .set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        tensor.buffer().release();
        System.out.println(offset + (Poison.damage() == null ? " inside" : " outside"));
      }
    }
  }

  @Test
  void writesOutsideOfTensorsAreSeenWhenTheirMemoryComesBack() throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+UseSerialGC",
                    "-Dweir.memory.poison=true",
                    Program.class.getName()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readAllLines(output))
          .containsSubsequence(
              "-1 outside",
              "0 inside",
              "39 inside",
              "40 outside",
              "63 outside",
              "64 outside",
              "200 outside");
    } finally {
      process.destroyForcibly();
    }
  }
}
