package dev.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TestTerminal {
  private final AtomicLong nanos = new AtomicLong();
  private final StringWriter text = new StringWriter();

  private ProgressBar bar(Terminal terminal) {
    return new ProgressBar(new PrintWriter(text), terminal, 100, nanos::get);
  }

  private void steps(ProgressBar bar, int from, int to, long millis) {
    for (int step = from; step <= to; step++) {
      nanos.addAndGet(millis * 1_000_000);
      bar.update(step, "loss 0.5");
    }
  }

  @Test
  void environmentDecides() {
    Map<String, String> xterm = Map.of("TERM", "xterm");
    assertThat(Terminal.of(true, xterm, "UTF-8", 120))
        .isEqualTo(new Terminal(true, true, true, 120));
    assertThat(Terminal.of(true, xterm, "US-ASCII", 0))
        .isEqualTo(new Terminal(true, true, false, 80));
    assertThat(Terminal.of(false, xterm, "UTF-8", 40))
        .isEqualTo(new Terminal(false, false, true, 80));
    assertThat(Terminal.of(true, Map.of("TERM", "dumb"), "UTF-8", 0).isInteractive()).isFalse();
    assertThat(Terminal.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1"), "UTF-8", 0))
        .isEqualTo(new Terminal(true, false, true, 80));
    // an empty NO_COLOR means nothing, says no-color.org
    assertThat(Terminal.of(true, Map.of("TERM", "xterm", "NO_COLOR", ""), "UTF-8", 0).hasColors())
        .isTrue();
    assertThat(Terminal.PLAIN.good("x")).isEqualTo("x");
    assertThat(new Terminal(true, true, true, 80).good("x")).isEqualTo("\033[32mx\033[0m");
  }

  @Test
  void filesGetPlainLinesNowAndThen() {
    try (ProgressBar bar = bar(Terminal.PLAIN)) {
      steps(bar, 1, 100, 100);
    }
    assertThat(text.toString().lines())
        .containsExactly(
            " 50 %  50/100  10.0 steps/s  loss 0.5  ETA 0:05",
            "100 %  100/100  10.0 steps/s  loss 0.5  in 0:10");
  }

  private static String drawn(String line) {
    return "\r\033[K\033[?7l" + line + "\033[?7h";
  }

  @Test
  void terminalsGetOneLine() {
    try (ProgressBar bar = bar(new Terminal(true, false, true, 80))) {
      steps(bar, 1, 50, 200);
      String line =
          "━".repeat(12) + " ".repeat(13) + " 50 %  50/100  5.0 steps/s  loss 0.5  ETA 0:10";
      assertThat(text.toString()).doesNotContain("\n").endsWith(drawn(line));
      bar.above("half of it");
      assertThat(text.toString())
          .endsWith("\r\033[Khalf of it" + System.lineSeparator() + drawn(line));
    }
    assertThat(text.toString()).endsWith(System.lineSeparator());
  }

  @Test
  void narrowTerminalsGetLess() {
    try (ProgressBar bar = bar(new Terminal(true, false, false, 60))) {
      steps(bar, 1, 50, 200);
      assertThat(text.toString())
          .endsWith(drawn("====-----  50 %  50/100  5.0 steps/s  loss 0.5  ETA 0:10"));
    }
    try (ProgressBar bar = bar(new Terminal(true, false, false, 50))) {
      steps(bar, 1, 50, 200);
      assertThat(text.toString()).endsWith(drawn(" 50 %  50/100  5.0 steps/s  loss 0.5  ETA 0:10"));
    }
    try (ProgressBar bar = bar(new Terminal(true, false, false, 40))) {
      steps(bar, 1, 50, 200);
      assertThat(text.toString()).endsWith(drawn(" 50 %  50/100  loss 0.5  ETA 0:10"));
    }
  }

  @Test
  void slowStartIsNotTheRate() {
    try (ProgressBar bar = bar(Terminal.PLAIN)) {
      steps(bar, 41, 41, 60_000); // begins where an earlier job has ended, after a minute
      steps(bar, 42, 100, 100);
    }
    assertThat(text.toString().lines())
        .containsExactly(
            " 41 %  41/100  loss 0.5  ETA ?",
            " 91 %  91/100  10.0 steps/s  loss 0.5  ETA 0:01",
            "100 %  100/100  10.0 steps/s  loss 0.5  in 1:06");
  }

  @Test
  void longTimesHaveHours() {
    try (ProgressBar bar = bar(Terminal.PLAIN)) {
      steps(bar, 1, 2, 3_600_000);
    }
    assertThat(text.toString()).contains("ETA 98:00:00");
  }

  @Test
  void picturesBecomeCharacters() {
    GrayArt.Picture diagonal = (row, column) -> row == column ? 1 : 0;
    assertThat(GrayArt.of(diagonal, 4, 0, true)).containsExactly("▀▄  ", "  ▀▄");
    assertThat(GrayArt.of(diagonal, 4, 0, false)).containsExactly("++  ", "  ++");
    assertThat(GrayArt.of(diagonal, 4, 1, true)).containsExactly("▀▄");
    List<String> lines = GrayArt.of((row, column) -> 1, 4, 0, true);
    assertThat(GrayArt.row(List.of(lines, lines), List.of("a", "b")))
        .isEqualTo("████  ████\n████  ████\na     b\n");
  }
}
