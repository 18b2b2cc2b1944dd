package dev.weir.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the clusters which are measured do what is measured. */
@Timeout(120)
final class TestClusterUnderTest {
  private static final int FLOATS = 1000;
  private static final float ADDED = 1e-6f;

  @Test
  void tensorFlowAddsWhatItsWorkersScale() {
    try (ClusterUnderTest cluster = TensorFlowUnderTest.start(1, 2)) {
      clientsShareTheVariable(cluster);
    }
  }

  @Test
  void weirTellsHowLongItsTasksHaveCompiled() {
    try (WeirUnderTest cluster = WeirUnderTest.start(1, 2)) {
      assertThat(cluster.compilationNanos()).isPositive();
      clientsShareTheVariable(cluster);
    }
  }

  @Test
  void weirAddsOverTls() {
    weirAdds(Transport.TLS);
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DEFAULT", "TLS"})
  void weirAddsWithEveryTransport(Transport transport) {
    weirAdds(transport);
  }

  private static void weirAdds(Transport transport) {
    try (WeirUnderTest cluster = WeirUnderTest.start(1, 2, transport)) {
      clientsShareTheVariable(cluster);
    }
  }

  private static void clientsShareTheVariable(ClusterUnderTest cluster) {
    try (ClientSession first = cluster.connect(0, NullStepGraph.of(FLOATS, 0));
        ClientSession second = cluster.connect(1, NullStepGraph.of(FLOATS, 1))) {
      first.prepare(NullStepGraph.INITIALIZER).run();
      ClientSession.Step byFirst = first.prepare(NullStepGraph.UPDATE);
      ClientSession.Step bySecond = second.prepare(NullStepGraph.UPDATE);
      for (int i = 0; i < 10; i++) {
        byFirst.run();
        bySecond.run();
      }
      Tensor value = second.fetch(NullStepGraph.VALUE);
      float expected = 1;
      for (int i = 0; i < 20; i++) {
        expected += expected * ADDED;
      }
      assertThat(value.shape()).isEqualTo(Shape.of(FLOATS));
      assertThat(value.getFloat(0)).isEqualTo(expected).isGreaterThan(1);
      assertThat(value.getFloat(FLOATS - 1)).isEqualTo(expected);
    }
  }
}
