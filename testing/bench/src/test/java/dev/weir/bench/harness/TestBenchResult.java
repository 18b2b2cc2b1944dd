package dev.weir.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TestBenchResult {
  private static final Machine MACHINE = new Machine("a processor", "AVX2", 2, "0");
  private static final String ON_MACHINE =
      ", \"machine\": {\"cpu\": \"a processor\", \"vectors\": \"AVX2\", \"threads\": 2,"
          + " \"TF_ENABLE_ONEDNN_OPTS\": \"0\"}}";

  @Test
  void ratioOfRatesIsAgainstTheHighestPeer() {
    BenchResult result =
        BenchResult.rate("x", "steps/s", 300).withPeer("slow", 50).withPeer("fast", 100);
    assertThat(result.ratio()).hasValue(3);
  }

  @Test
  void ratioOfCostsIsAgainstTheLowestPeer() {
    BenchResult result = BenchResult.cost("x", "s", 2).withPeer("slow", 8).withPeer("fast", 4);
    assertThat(result.ratio()).hasValue(2);
  }

  @Test
  void withoutPeersThereIsNoRatio() {
    assertThat(BenchResult.rate("x", "steps/s", 300).ratio()).isEmpty();
  }

  @Test
  void jsonHasAllFieldsInOrder() {
    BenchResult result =
        BenchResult.rate("gemm/vector/64x64x64", "GFLOPS", 50)
            .withPeer("tensorflow", 40)
            .withLimit(80)
            .with("scaling", 1.5);
    assertThat(result.toJson(MACHINE))
        .isEqualTo(
            "{\"name\": \"gemm/vector/64x64x64\", \"unit\": \"GFLOPS\", \"higherIsBetter\": true,"
                + " \"weir\": 50, \"peers\": {\"tensorflow\": 40}, \"limit\": 80, \"ratio\": 1.25,"
                + " \"ofLimit\": 0.625, \"scaling\": 1.5"
                + ON_MACHINE);
  }

  @Test
  void jsonSaysNullOfWhatIsNotKnown() {
    assertThat(BenchResult.cost("startup", "ms", 12.3456789).toJson(MACHINE))
        .isEqualTo(
            "{\"name\": \"startup\", \"unit\": \"ms\", \"higherIsBetter\": false,"
                + " \"weir\": 12.3457, \"peers\": {}, \"limit\": null, \"ratio\": null"
                + ON_MACHINE);
  }

  @Test
  void jsonNumbersAreNeverWrittenWithExponents() {
    assertThat(Json.write(1.23456789e9)).isEqualTo("1234570000");
    assertThat(Json.write(1.5e-7)).isEqualTo("0.00000015");
    assertThat(Json.write(0.0)).isEqualTo("0");
    assertThat(Json.write(-12.0)).isEqualTo("-12");
    assertThat(Json.write(Double.NaN)).isEqualTo("null");
  }

  @Test
  void jsonStringsAreEscaped() {
    assertThat(Json.write("a\"b\\c\n")).isEqualTo("\"a\\\"b\\\\c\\n\"");
  }

  @Test
  void limitOfACostIsTheLeast() {
    assertThat(BenchResult.cost("startup", "ms", 100).withLimit(40).extras())
        .containsEntry("ofLimit", 0.4);
  }

  @Test
  void rowsShowFiguresAndABar() {
    BenchResult result =
        BenchResult.rate("small-step", "steps/s", 1_234_567).withPeer("tensorflow", 10_000);
    assertThat(new Rows(false).row(result))
        .isEqualTo(
            "small-step                              1,234,567 steps/s       123x ██████████ "
                + " tensorflow 10,000");
  }

  @Test
  void barsAreHalfFullAtADraw() {
    assertThat(Rows.bar(0)).isEqualTo("░░░░░░░░░░");
    assertThat(Rows.bar(1)).isEqualTo("█████░░░░░");
    assertThat(Rows.bar(1.4)).isEqualTo("███████░░░");
    assertThat(Rows.bar(50)).isEqualTo("██████████");
  }

  @Test
  void colorsOnlyWhereAskedFor() {
    BenchResult result = BenchResult.rate("x", "GFLOPS", 1).withPeer("tensorflow", 2);
    assertThat(new Rows(true).row(result)).contains("\u001b[31m");
    assertThat(new Rows(false).row(result)).doesNotContain("\u001b");
  }

  @Test
  void progressIsOnlyForTerminals() {
    assertThat(reported(false)).isEmpty();
    assertThat(reported(true)).contains("measuring small-step");
  }

  private static String reported(boolean isTerminal) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Progress progress =
        new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), isTerminal);
    Report report =
        Report.json(new PrintStream(out, true, StandardCharsets.UTF_8), progress, MACHINE);
    report.begin("small-step");
    report.add(BenchResult.rate("small-step", "steps/s", 1));
    report.end();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{").endsWith("}\n");
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aPeerThatIsMissingIsNoted() {
    BenchResult result =
        BenchResult.cost("train", "ms", 2).withNote("pytorch", "not measured: no library");
    assertThat(result.toJson(MACHINE))
        .contains("\"notes\": {\"pytorch\": \"not measured: no library\"}");
    assertThat(new Rows(false).row(result)).contains("(pytorch: not measured: no library)");
    assertThat(BenchResult.cost("train", "ms", 2).toJson(MACHINE)).doesNotContain("notes");
  }
}
