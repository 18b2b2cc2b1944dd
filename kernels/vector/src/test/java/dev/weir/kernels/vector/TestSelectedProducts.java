package dev.weir.kernels.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Kernels multiply with the providers that the session was given, and with no other. */
final class TestSelectedProducts {
  private static final int STEPS = 3;
  private static final int CELLS = 8;

  private final CountedProducts counted = new CountedProducts();
  private final Graph graph = new Graph();
  private final Node lstm = lstm(Ops.create(graph));

  /** Has no kernels, only products, and counts their uses. */
  private static final class CountedProducts implements KernelProvider, MatrixProducts {
    private final MatrixProducts products = new VectorProvider().products().orElseThrow();
    private final AtomicInteger uses = new AtomicInteger();

    @Override
    public String name() {
      return "counted";
    }

    @Override
    public int priority() {
      return Integer.MAX_VALUE;
    }

    @Override
    public @Nullable String unavailableBecause() {
      return null;
    }

    @Override
    public String describe() {
      return "counts products";
    }

    @Override
    public Optional<Kernel> kernel(KernelSpec spec) {
      return Optional.empty();
    }

    @Override
    public Optional<MatrixProducts> products() {
      return Optional.of(this);
    }

    @Override
    public Set<String> ops() {
      return Set.of();
    }

    @Override
    public void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
      uses.incrementAndGet();
      products.multiply(context, a, b, c);
    }

    @Override
    public Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
      uses.incrementAndGet();
      return products.prepare(context, a, b, c);
    }
  }

  private static Node lstm(Ops ops) {
    Graph graph = ops.scope().graph();
    return graph
        .node("BlockLSTM")
        .input(ops.constant((long) STEPS))
        .input(ops.constant(Tensors.fill(DType.FLOAT32, Shape.of(STEPS, 2, 4), 0.5)))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(2, CELLS))))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(2, CELLS))))
        .input(ops.constant(Tensors.fill(DType.FLOAT32, Shape.of(4 + CELLS, 4 * CELLS), 0.1)))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(CELLS))))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(CELLS))))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(CELLS))))
        .input(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(4 * CELLS))))
        .build();
  }

  /** What the LSTM computes, and whose kernel it was. */
  private record Outcome(String provider, float first) {}

  private Outcome run(KernelProvider... providers) {
    LocalOptions options =
        LocalOptions.builder()
            .kernels(new KernelSelector(List.of(providers)))
            .disabledPasses(Set.of("fold-constants"))
            .build();
    try (Session session = Session.open(graph, options)) {
      TracedRun run = session.runner().fetch(lstm.output(6)).runTraced();
      String provider =
          run.trace().nodes().stream()
              .filter(node -> node.op().equals("BlockLSTM"))
              .findFirst()
              .orElseThrow()
              .provider();
      return new Outcome(provider, run.fetched().get(0).getFloat(0));
    }
  }

  @Test
  void kernelsUseProductsOfThePreferredProvider() {
    assertThat(run(counted, new VectorProvider()).provider()).isEqualTo("vector");
    assertThat(counted.uses).hasPositiveValue();
  }

  @Test
  void productsOfOtherProvidersAreNotUsed() {
    assertThat(run(new VectorProvider()).provider()).isEqualTo("vector");
    assertThat(counted.uses).hasValue(0);
  }

  @Test
  void referenceKernelsNeedNoProducts() {
    Outcome reference = run();
    assertThat(reference.provider()).isEqualTo("reference");
    assertThat(counted.uses).hasValue(0);
    assertThat(run(counted, new VectorProvider()).first())
        .isCloseTo(reference.first(), within(1e-5f));
  }
}
