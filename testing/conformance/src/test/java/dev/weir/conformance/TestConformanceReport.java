package dev.weir.conformance;

import static dev.weir.testkit.Values.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page says what was run, attribute by attribute. */
final class TestConformanceReport {
  private static final int TYPES = 2;
  private static final int NOT_RUN = 10;
  private static final int COLUMNS = 13;

  @Test
  void typesThatASampleFixesCount() {
    ConformanceReport report = new ConformanceReport();
    OpSample sample =
        OpSample.of("Complex")
            .attr("T", DType.FLOAT64)
            .attr("Tout", DType.COMPLEX128)
            .input(vector(1))
            .input(vector(2));
    report.add(SampleCase.of(sample).getFirst(), Verdict.agrees(Tolerance.Worst.NONE));
    assertThat(columns(report, "Complex").get(TYPES)).isEqualTo("T: float64; Tout: complex128");
    assertThat(columns(report, "Complex").get(NOT_RUN)).isEqualTo("T: float32; Tout: complex64");
  }

  @Test
  void typeOfOneAttributeIsNotThatOfAnother() {
    ConformanceReport report = new ConformanceReport();
    OpSample sample =
        OpSample.of("Gather")
            .types("Tparams", DType.FLOAT32)
            .types("Tindices", DType.INT32)
            .input(vector(1, 2))
            .input(vector(0));
    report.add(SampleCase.of(sample).getFirst(), Verdict.agrees(Tolerance.Worst.NONE));
    assertThat(columns(report, "Gather").get(TYPES)).isEqualTo("Tparams: float32; Tindices: int32");
    assertThat(columns(report, "Gather").get(NOT_RUN))
        .contains(" int32 ")
        .endsWith("Tindices: int64");
  }

  @Test
  void columnAddsUpToTheNumberAboveIt() {
    ConformanceReport report = new ConformanceReport();
    long listed =
        report
            .toMarkdown()
            .lines()
            .filter(line -> line.split("\\|", -1).length > COLUMNS)
            .skip(2) // the header
            .map(line -> line.split("\\|", -1)[NOT_RUN])
            .flatMap(types -> Arrays.stream(types.strip().split(" ")))
            .filter(word -> !word.isEmpty() && !word.endsWith(":"))
            .count();
    assertThat(listed).isEqualTo(report.notRun()).isEqualTo(ConformanceReport.allPairs().size());
  }

  @Test
  void differencesNearZeroAreNotInUlps() {
    ConformanceReport report = new ConformanceReport();
    OpSample sample = OpSample.of("Tanh").types("T", DType.FLOAT32).input(vector(1));
    report.add(SampleCase.of(sample).getFirst(), Verdict.agrees(new Tolerance.Worst(3, 0.0000002)));
    assertThat(columns(report, "Tanh").get(6)).isEqualTo("≤ 4 (≤ 1e-6)");
  }

  private static List<String> columns(ConformanceReport report, String op) {
    String row =
        report
            .toMarkdown()
            .lines()
            .filter(line -> line.startsWith("| " + op + " |"))
            .findFirst()
            .orElseThrow();
    return Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
  }
}
