package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A kernel may leave out outputs without consumers. */
final class TestWantedOutputs {
  private final List<Boolean> wanted = new ArrayList<>();

  /**
   * {@code TestParts} of a vector in parts of one element, of which only the wanted ones are made.
   */
  private final class Lazy implements KernelProvider {
    @Override
    public String name() {
      return "lazy";
    }

    @Override
    public int priority() {
      return 1;
    }

    @Override
    public @Nullable String unavailableBecause() {
      return null;
    }

    @Override
    public String describe() {
      return name();
    }

    @Override
    public Set<String> ops() {
      return Set.of("TestParts");
    }

    @Override
    public Optional<Kernel> kernel(KernelSpec spec) {
      return spec.op().equals("TestParts") ? Optional.of(this::cut) : Optional.empty();
    }

    private void cut(KernelContext context) {
      for (int i = 0; i < context.outputCount(); i++) {
        wanted.add(context.isWanted(i));
        if (context.isWanted(i)) {
          context.allocate(i, Shape.of(1)).setFloat(0, context.input(0).getFloat(i));
        }
      }
    }
  }

  @Test
  void outputsWithoutConsumersAreNotWanted() {
    Graph graph = new Graph();
    FixtureGraph ops = FixtureGraph.of(graph);
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(3));
    Node parts = graph.node("TestParts").input(x).attr("N", 3).build();
    Output negative = ops.neg(parts.output(0));
    LocalOptions config =
        LocalOptions.builder().kernels(new KernelSelector(List.of(new Lazy()))).build();
    try (Session session = Session.open(graph, config)) {
      List<Tensor> results =
          session
              .runner()
              .feed(x, Tensors.of(Shape.of(3), 1f, 2f, 3f))
              .fetch(negative)
              .fetch(parts.output(2))
              .run();
      assertThat(results.get(0).getFloat(0)).isEqualTo(-1);
      assertThat(results.get(1).getFloat(0)).isEqualTo(3);
    }
    assertThat(wanted).containsExactly(true, false, true);
  }
}
