package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.examples.models.Examples;
import dev.weir.examples.models.Examples.Example;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class TestExampleCommand {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int weir(String... arguments) {
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void allAreListedWithALineEach() {
    assertThat(weir("example")).isZero();
    for (Example example : Examples.ALL) {
      assertThat(out.toString().lines())
          .anyMatch(
              line -> line.startsWith(example.name() + " ") && line.endsWith(example.summary()));
    }
    assertThat(out.toString().lines()).hasSize(Examples.ALL.size() + 2);
  }

  @Test
  void namesAreWordsForACommandLineAndSummariesFitALine() {
    assertThat(Examples.ALL).extracting(Example::name).doesNotHaveDuplicates();
    for (Example example : Examples.ALL) {
      assertThat(example.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(example.summary()).hasSizeLessThan(75).doesNotContain("\n");
    }
  }

  @Test
  void oneIsRun() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(weir("example", "linear-regression")).isZero();
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("learned       y = ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anUnknownNameIsAMistakeOnTheCommandLine() {
    assertThat(weir("example", "linear-regresion")).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no example \"linear-regresion\"; there are linear-regression, ");
  }

  @Test
  void shellsCompleteNames() {
    assertThat(weir("completion")).isZero();
    assertThat(out.toString()).contains("\"character-lstm\"");
  }
}
