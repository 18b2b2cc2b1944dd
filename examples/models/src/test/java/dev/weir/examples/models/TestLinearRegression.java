package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.examples.models.LinearRegression.Line;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestLinearRegression {
  @Test
  void findsTheLineOfLeastSquares() {
    float[] x = {-1, -0.5f, 0, 0.5f, 1};
    float[] y = {3, 2.5f, -1, 0, -2.5f};
    double xy = 0;
    double xx = 0;
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      xy += x[i] * y[i];
      xx += x[i] * x[i];
      sum += y[i];
    }
    Line line = LinearRegression.fit(Tensors.vector(x), Tensors.vector(y));
    // the mean of x is 0, so slope and intercept do not depend on each other
    assertThat(line.slope()).isCloseTo((float) (xy / xx), offset(1e-4f));
    assertThat(line.intercept()).isCloseTo((float) (sum / x.length), offset(1e-4f));
  }

  @Test
  void printsTheLine() throws Exception {
    List<String> lines = Printed.by(LinearRegression::main);
    assertThat(lines).hasSize(8);
    assertThat(lines.getFirst()).startsWith("step  0  loss ");
    // 200 points with noise of 0.3 tell the slope to 0.04 and the intercept to 0.02
    assertThat(lines.getLast())
        .matches("learned       y = (2\\.9|3\\.0)\\d x \\+ (1\\.9|2\\.0)\\d");
  }
}
