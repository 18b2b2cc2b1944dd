package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class TestMain {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsTheBenchmarks() {
    assertThat(run("--list")).isEqualTo(0);
    assertThat(out.toString()).contains("small-step ", "gemm ", "soak ", "all ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void unknownNamesAreRefusedWithTheList() {
    assertThat(run("gem")).isEqualTo(2);
    assertThat(err.toString()).contains("no benchmark is called \"gem\"", "gemm-kernel");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void noNamesAreRefusedWithTheList() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("what to measure is missing", "small-step");
  }

  private int run(String... arguments) {
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
