package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.examples.models.LogisticRegression.LogOdds;
import dev.weir.examples.models.LogisticRegression.Result;
import dev.weir.examples.models.LogisticRegression.Students;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestLogisticRegression {
  @Test
  void findsWhatDecides() {
    Result result = LogisticRegression.train(Students.draw(2000, 3), Students.draw(1000, 4));
    LogOdds truth = LogisticRegression.TRUTH;
    // three times the standard error with so many students
    assertThat(result.learned().study()).isCloseTo(truth.study(), offset(0.13f));
    assertThat(result.learned().sleep()).isCloseTo(truth.sleep(), offset(0.13f));
    assertThat(result.learned().bias()).isCloseTo(truth.bias(), offset(0.2f));
    assertThat(result.area()).isBetween(0.87, 0.95);
  }

  @Test
  void printsWhatItFound() throws Exception {
    List<String> lines = Printed.by(LogisticRegression::main);
    assertThat(lines).hasSize(7);
    assertThat(lines.get(0)).matches("epoch  5  loss 0\\.\\d{4}");
    assertThat(lines.get(4)).isEqualTo("true log-odds     0.90 study + 0.50 sleep -0.50");
    assertThat(lines.get(5))
        .matches("learned log-odds  0\\.\\d\\d study \\+ 0\\.\\d\\d sleep -0\\.\\d\\d");
    assertThat(lines.get(6)).matches("of two new students, .* (8|9)\\d\\.\\d %");
  }
}
