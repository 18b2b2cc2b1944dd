package dev.weir.train.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.weir.checkpoint.TensorSlice;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import dev.weir.train.layer.VarianceScaling.Distribution;
import dev.weir.train.layer.VarianceScaling.Mode;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TestInitializers {
  /** Of a window of 3 by 5, 32 channels in and 64 out. */
  private static final Shape FILTERS = Shape.of(3, 5, 32, 64);

  private static final double FAN_IN = 15 * 32;
  private static final double FAN_OUT = 15 * 64;

  /** Mean, variance and bounds of numbers. */
  private record Statistics(double mean, double variance, double least, double most) {
    static Statistics of(Tensor values) {
      double sum = 0;
      double squares = 0;
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (long i = 0; i < values.elements(); i++) {
        double value = values.getDouble(i);
        sum += value;
        squares += value * value;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      double mean = sum / values.elements();
      return new Statistics(mean, squares / values.elements() - mean * mean, least, most);
    }
  }

  private static Tensor draw(Initializer initializer, Shape shape) {
    return draw(initializer, shape, DType.FLOAT32);
  }

  private static Tensor draw(Initializer initializer, Shape shape, DType dtype) {
    Model model = Model.create(new Graph(), 17);
    Output value = initializer.of(model, shape, dtype);
    assertThat(value.shape()).isEqualTo(shape);
    assertThat(value.dtype()).isEqualTo(dtype);
    try (Session session = Session.open(model.graph())) {
      return session.run(value);
    }
  }

  private static void assertVariance(Initializer initializer, double expected) {
    Statistics drawn = Statistics.of(draw(initializer, FILTERS));
    assertThat(drawn.mean).isCloseTo(0, offset(6 * Math.sqrt(expected / FILTERS.elements())));
    assertThat(drawn.variance / expected).isCloseTo(1, offset(0.05));
  }

  @Test
  void fixedNumbers() {
    assertThat(Statistics.of(draw(Initializer.zeros(), FILTERS)))
        .isEqualTo(new Statistics(0, 0, 0, 0));
    assertThat(Statistics.of(draw(Initializer.ones(), FILTERS)))
        .isEqualTo(new Statistics(1, 0, 1, 1));
    assertThat(Statistics.of(draw(Initializer.constant(-2.5), FILTERS)))
        .isEqualTo(new Statistics(-2.5, 0, -2.5, -2.5));
  }

  @Test
  void uniformNumbersFillTheirInterval() {
    Statistics drawn = Statistics.of(draw(Initializer.uniform(-1, 3), FILTERS));
    assertThat(drawn.mean).isCloseTo(1, offset(0.05));
    assertThat(drawn.variance).isCloseTo(16.0 / 12, offset(0.05));
    assertThat(drawn.least).isBetween(-1.0, -0.99);
    assertThat(drawn.most).isBetween(2.99, 3.0);
  }

  @Test
  void normalNumbersHaveTheirMeanAndDeviation() {
    Statistics drawn = Statistics.of(draw(Initializer.normal(5, 2), FILTERS));
    assertThat(drawn.mean).isCloseTo(5, offset(0.08));
    assertThat(drawn.variance).isCloseTo(4, offset(0.2));
    assertThat(drawn.most).as("not truncated").isGreaterThan(5 + 3 * 2);
  }

  @Test
  void truncatedNormalNumbersStayWithinTwoDeviations() {
    Statistics drawn = Statistics.of(draw(Initializer.truncatedNormal(5, 2), FILTERS));
    assertThat(drawn.mean).isCloseTo(5, offset(0.08));
    // the variance of a standard normal distribution cut off at 2 is 1 - 4 φ(2) / (2 Φ(2) - 1)
    assertThat(drawn.variance).isCloseTo(4 * 0.7737413, offset(0.15));
    assertThat(drawn.least).isBetween(1.0, 1.1);
    assertThat(drawn.most).isBetween(8.9, 9.0);
  }

  @ParameterizedTest
  @EnumSource
  void variancesFollowTheFan(Mode mode) {
    double fan =
        switch (mode) {
          case FAN_IN -> FAN_IN;
          case FAN_OUT -> FAN_OUT;
          case FAN_AVERAGE -> (FAN_IN + FAN_OUT) / 2;
        };
    for (Distribution distribution : Distribution.values()) {
      assertVariance(Initializer.varianceScaling(3, mode, distribution), 3 / fan);
    }
  }

  @Test
  void distributionsHaveTheirBounds() {
    double variance = 1 / FAN_IN;
    Statistics uniform =
        Statistics.of(
            draw(Initializer.varianceScaling(1, Mode.FAN_IN, Distribution.UNIFORM), FILTERS));
    assertThat(uniform.most / Math.sqrt(3 * variance)).isBetween(0.999, 1.0);
    Statistics truncated =
        Statistics.of(
            draw(
                Initializer.varianceScaling(1, Mode.FAN_IN, Distribution.TRUNCATED_NORMAL),
                FILTERS));
    double limit = 2 * Math.sqrt(variance) / 0.87962566;
    assertThat(truncated.most).isBetween(0.98 * limit, limit * (1 + 1e-6));
    Statistics normal =
        Statistics.of(
            draw(
                Initializer.varianceScaling(1, Mode.FAN_IN, Distribution.UNTRUNCATED_NORMAL),
                FILTERS));
    assertThat(normal.most).isGreaterThan(3 * Math.sqrt(variance));
  }

  @Test
  void theNamedOnesAreKerass() {
    assertVariance(Initializer.glorotUniform(), 2 / (FAN_IN + FAN_OUT));
    assertVariance(Initializer.glorotNormal(), 2 / (FAN_IN + FAN_OUT));
    assertVariance(Initializer.heUniform(), 2 / FAN_IN);
    assertVariance(Initializer.heNormal(), 2 / FAN_IN);
    assertVariance(Initializer.lecunUniform(), 1 / FAN_IN);
    assertVariance(Initializer.lecunNormal(), 1 / FAN_IN);
    assertThat(Statistics.of(draw(Initializer.glorotUniform(), FILTERS)).most)
        .isCloseTo(Math.sqrt(6 / (FAN_IN + FAN_OUT)), within(1e-5));
    assertThat(Statistics.of(draw(Initializer.heNormal(), FILTERS)).most)
        .isLessThanOrEqualTo(2 * Math.sqrt(2 / FAN_IN) / 0.8796256);
  }

  @Test
  void fansOfFewDimensions() {
    assertThat(VarianceScaling.fanIn(Shape.scalar())).isEqualTo(1);
    assertThat(VarianceScaling.fanOut(Shape.scalar())).isEqualTo(1);
    assertThat(VarianceScaling.fanIn(Shape.of(7))).isEqualTo(7);
    assertThat(VarianceScaling.fanOut(Shape.of(7))).isEqualTo(7);
    assertThat(VarianceScaling.fanIn(Shape.of(7, 3))).isEqualTo(7);
    assertThat(VarianceScaling.fanOut(Shape.of(7, 3))).isEqualTo(3);
    assertThat(VarianceScaling.fanIn(FILTERS)).isEqualTo(FAN_IN);
    assertThat(VarianceScaling.fanOut(FILTERS)).isEqualTo(FAN_OUT);
    Tensor none = draw(Initializer.glorotUniform(), Shape.of(0, 0));
    assertThat(none.elements()).isZero();
  }

  @Test
  void orthogonalMatricesAreOrthogonal() {
    for (Shape shape : List.of(Shape.of(20, 12), Shape.of(12, 20), Shape.of(3, 3, 2, 10))) {
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
        Tensor drawn = draw(Initializer.orthogonal(1.5), shape, dtype);
        int columns = Math.toIntExact(shape.size(shape.rank() - 1));
        int rows = Math.toIntExact(shape.elements() / columns);
        boolean isTall = rows >= columns;
        int vectors = isTall ? columns : rows;
        for (int a = 0; a < vectors; a++) {
          for (int b = 0; b < vectors; b++) {
            double product = 0;
            for (int i = 0; i < (isTall ? rows : columns); i++) {
              product +=
                  isTall
                      ? drawn.getDouble((long) i * columns + a)
                          * drawn.getDouble((long) i * columns + b)
                      : drawn.getDouble((long) a * columns + i)
                          * drawn.getDouble((long) b * columns + i);
            }
            assertThat(product).isCloseTo(a == b ? 2.25 : 0, offset(1e-5));
          }
        }
      }
    }
    Tensor small = draw(Initializer.orthogonal(1), Shape.of(2, 2), DType.BFLOAT16);
    assertThat(small.getDouble(0) * small.getDouble(1) + small.getDouble(2) * small.getDouble(3))
        .isCloseTo(0, offset(0.02));
    assertThatThrownBy(() -> draw(Initializer.orthogonal(1), Shape.of(4)))
        .hasMessageContaining("at least two dimensions, it is [4]");
  }

  @Test
  void identitiesHaveOnlyADiagonal() {
    Tensor wide = draw(Initializer.identity(2), Shape.of(2, 3));
    assertThat(LongStream.range(0, 6).mapToDouble(wide::getDouble).toArray())
        .containsExactly(2, 0, 0, 0, 2, 0);
    assertThatThrownBy(() -> draw(Initializer.identity(1), Shape.of(2, 2, 2)))
        .hasMessageContaining("an identity is a matrix, the variable is [2,2,2]");
  }

  @Test
  void partsStartAsTheWholeDoes() {
    Shape whole = Shape.of(400, 100);
    List<TensorSlice> halves =
        List.of(TensorSlice.parse("0,200:-"), TensorSlice.parse("200,200:-"));
    Model model = Model.create(new Graph(), 3);
    List<Output> scaled = Initializer.glorotUniform().ofParts(model, whole, halves, DType.FLOAT32);
    List<Output> rotated = Initializer.orthogonal(1).ofParts(model, whole, halves, DType.FLOAT64);
    try (Session session = Session.open(model.graph())) {
      Runner runner = session.runner();
      scaled.forEach(runner::fetch);
      rotated.forEach(runner::fetch);
      List<Tensor> drawn = runner.run();
      double limit = Math.sqrt(6.0 / 500);
      for (Tensor half : drawn.subList(0, 2)) {
        assertThat(Statistics.of(half).most).isBetween(0.99 * limit, limit);
      }
      assertThat(drawn.get(0).getFloat(0)).isNotEqualTo(drawn.get(1).getFloat(0));
      double length = 0;
      for (Tensor half : drawn.subList(2, 4)) {
        for (long row = 0; row < 200; row++) {
          length += half.getDouble(row * 100) * half.getDouble(row * 100);
        }
      }
      assertThat(length).as("one orthogonal matrix, cut").isCloseTo(1, offset(1e-9));
    }
  }

  @Test
  void saysWhatItDoesNotTake() {
    assertThatThrownBy(() -> Initializer.uniform(1, -1)).hasMessageContaining("got 1.0 and -1.0");
    assertThatThrownBy(() -> Initializer.normal(-1)).hasMessageContaining("not below 0, got -1.0");
    assertThatThrownBy(() -> Initializer.varianceScaling(0, Mode.FAN_IN, Distribution.UNIFORM))
        .hasMessageContaining("above 0, got 0.0");
  }
}
