package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class TestAsyncTraining {
  private static final Pattern PLANE =
      Pattern.compile("learned plane {2}y = (\\S+) x0 (\\S+) x1 (\\S+)");
  private static final Pattern STEPS = Pattern.compile("worker \\d made (\\d+) steps");

  @Test
  void twoWorkersFindThePlaneTogether() throws Exception {
    List<String> all = Printed.by(AsyncTraining::main);
    assertThat(all).hasSizeGreaterThanOrEqualTo(4);
    List<String> lines = all.subList(all.size() - 4, all.size()); // the log may come before
    assertThat(lines.get(0)).isEqualTo("true plane     y = 1.50 x0 -2.00 x1 +0.50");
    Matcher learned = PLANE.matcher(lines.get(1));
    assertThat(learned.matches()).as(lines.get(1)).isTrue();
    double[] truth = {1.5, -2, 0.5};
    for (int i = 0; i < truth.length; i++) {
      double value = Double.parseDouble(learned.group(i + 1));
      assertThat(value).as(lines.get(1)).isCloseTo(truth[i], within(0.15));
    }
    int steps = 0;
    for (String line : lines.subList(2, 4)) {
      Matcher made = STEPS.matcher(line);
      assertThat(made.matches()).as(line).isTrue();
      int own = Integer.parseInt(made.group(1));
      assertThat(own).as(line).isPositive();
      steps += own;
    }
    // each may have begun a step when the other made the last
    assertThat(steps).isBetween(200, 203);
  }
}
