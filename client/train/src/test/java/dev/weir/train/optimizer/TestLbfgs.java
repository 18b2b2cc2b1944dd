package dev.weir.train.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import org.junit.jupiter.api.Test;

final class TestLbfgs {
  /** Rosenbrock's valley: {@code (1 - x)² + 100 (y - x²)²}, lowest at 1, 1. */
  @Test
  void findsTheEndOfACurvedValley() {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    GraphVariable x = model.variable("x", ops.constant(new double[] {-1.2}));
    GraphVariable y = model.variable("y", ops.constant(new double[] {1}));
    Output near = ops.math.square(ops.math.sub(ops.constant(1.0), x));
    Output off = ops.math.square(ops.math.sub(y, ops.math.square(x)));
    Output loss = Losses.mean(ops, ops.math.add(near, ops.math.mul(ops.constant(100.0), off)));
    Lbfgs search = Lbfgs.of(model, loss);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Lbfgs.Result few = search.minimize(session, new Lbfgs.Options(2, 1e-6, 5));
      assertThat(few.converged()).isFalse();
      assertThat(few.iterations()).isEqualTo(2);
      Lbfgs.Result result = search.minimize(session, new Lbfgs.Options(200, 1e-6, 5));
      assertThat(result.converged()).isTrue();
      assertThat(result.iterations()).isLessThan(100);
      assertThat(result.loss()).isLessThan(few.loss()).isCloseTo(0, offset(1e-10));
      for (GraphVariable each : model.trainable()) {
        Tensor found = session.run(each);
        assertThat(found.getDouble(0)).isCloseTo(1, offset(1e-4));
      }
    }
  }
}
