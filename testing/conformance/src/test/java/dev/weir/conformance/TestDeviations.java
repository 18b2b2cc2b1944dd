package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.samples.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tests do not compare is written where users look. */
final class TestDeviations {
  private static final Path PAGE = Path.of("../../docs/compatibility.md");

  @Test
  void opsWithOpenCasesAreDocumented() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(OpenCases.REASONS.keySet())
        .allSatisfy(op -> assertThat(page).contains("`" + op + "`"));
  }

  /** The row of the op says what TensorFlow does in the words of the sample. */
  @Test
  void deviationsOfSamplesAreDocumented() throws IOException {
    List<String> rows = Files.readAllLines(PAGE);
    List<OpSample> samples =
        Samples.all().stream().filter(sample -> sample.deviation() != null).toList();
    assertThat(samples).isNotEmpty();
    for (OpSample sample : samples) {
      assertThat(rows)
          .as("%s: %s", sample, sample.deviation())
          .anyMatch(row -> isAbout(row, Set.of(sample.op()), sample.deviation()));
    }
  }

  @Test
  void deviationsOfScenariosAreDocumented() throws IOException {
    List<String> rows = Files.readAllLines(PAGE);
    int found = 0;
    for (Scenario scenario : Samples.scenarios()) {
      for (Scenario.Step step : scenario.build(new Graph())) {
        if (step.deviation() != null) {
          found++;
          assertThat(rows)
              .as("%s: %s", scenario, step.deviation())
              .anyMatch(row -> isAbout(row, scenario.ops(), step.deviation()));
        }
      }
    }
    assertThat(found).isPositive();
  }

  private static boolean isAbout(String row, Set<String> ops, @Nullable String deviation) {
    return row.contains("| " + deviation)
        && ops.stream().anyMatch(op -> row.contains("`" + op + "`"));
  }

  @Test
  void deviationsOfOnednnAreDocumented() throws IOException {
    List<String> rows = Files.readAllLines(PAGE);
    int title = rows.indexOf("## TensorFlow with its oneDNN");
    assertThat(title).isNotNegative();
    List<String> section = rows.subList(title, rows.size());
    assertThat(OnednnDeviations.ALL)
        .allSatisfy(
            deviation ->
                assertThat(section).as("%s", deviation).anyMatch(row -> isAbout(row, deviation)));
  }

  /** A row is {@code | ops | input | what TensorFlow does | what Weir does |}. */
  private static boolean isAbout(String row, OnednnDeviations.Deviation deviation) {
    String[] columns = row.split(" *\\| *", -1);
    return columns.length > 3
        && Arrays.stream(columns[1].split(", ", -1))
            .anyMatch(op -> deviation.ops().matcher(op.replace("`", "")).matches())
        && columns[3].equals(deviation.theirs());
  }

  @Test
  void refusalsWithOtherCodesAreDocumented() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(OtherCodes.DEVIATIONS.keySet())
        .allSatisfy(op -> assertThat(page).contains("`" + op + "`"));
  }
}
