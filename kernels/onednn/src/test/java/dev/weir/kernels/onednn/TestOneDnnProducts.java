package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Products for kernels of others, inside a kernel that has nothing else. */
final class TestOneDnnProducts {
  private static final int[] SIZES = {1, 2, 7, 8, 33};

  @BeforeAll
  static void needsOneDnn() {
    OneDnnNeeded.here();
  }

  /** {@code MatMul} whose result is made in two parts, columns beside columns. */
  private static final class InParts implements KernelProvider {
    private final boolean isPrepared;

    InParts(boolean isPrepared) {
      this.isPrepared = isPrepared;
    }

    @Override
    public String name() {
      return "parts";
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
      return Set.of("MatMul");
    }

    @Override
    public Optional<Kernel> kernel(KernelSpec spec) {
      boolean isTransposed = spec.op().equals("MatMul") && spec.attrs().bool("transpose_b");
      return spec.op().equals("MatMul")
          ? Optional.of(context -> multiply(context, isTransposed))
          : Optional.empty();
    }

    private void multiply(KernelContext context, boolean isTransposed) {
      MatrixView a = matrix(context.input(0));
      MatrixView b = matrix(context.input(1));
      long columns = isTransposed ? b.rows() : b.columns();
      MatrixView c = matrix(context.allocate(0, Shape.of(a.rows(), columns)));
      long half = columns / 2;
      part(context, a, b, c, 0, half, isTransposed);
      part(context, a, b, c, half, columns - half, isTransposed);
    }

    private static MatrixView matrix(Tensor tensor) {
      return MatrixView.of(tensor, 0, tensor.shape().size(0), tensor.shape().size(1));
    }

    private void part(
        KernelContext context,
        MatrixView a,
        MatrixView b,
        MatrixView c,
        long first,
        long count,
        boolean isTransposed) {
      MatrixView right =
          isTransposed
              ? MatrixView.of(b.tensor(), first * b.columns(), count, b.columns()).transposed()
              : b.columns(first, count);
      MatrixView product = c.columns(first, count);
      OneDnnProducts products = new OneDnnProducts();
      if (isPrepared) {
        products.prepare(context, a, right, product).multiply(a, product);
      } else {
        products.multiply(context, a, right, product);
      }
    }
  }

  private static Tensor random(long rows, long columns) {
    float[] values = new float[(int) (rows * columns)];
    Random random = new Random(values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Tensors.of(Shape.of(rows, columns), values);
  }

  private static Tensor product(Tensor a, Tensor b, boolean isTransposed, KernelSelector kernels) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output left = ops.placeholder(a.dtype());
    Output right = ops.placeholder(b.dtype());
    Output product = ops.linalg.matMul(left, right, false, isTransposed);
    try (Session session = Session.open(graph, LocalOptions.builder().kernels(kernels).build())) {
      return session.runner().feed(left, a).feed(right, b).run(product);
    }
  }

  private static void check(boolean isPrepared, int m, int k, int n, boolean isTransposed) {
    Tensor a = random(m, k);
    Tensor b = isTransposed ? random(n, k) : random(k, n);
    Tensor expected = product(a, b, isTransposed, KernelSelector.reference());
    KernelSelector kernels = new KernelSelector(List.of(new InParts(isPrepared)));
    Tensor got = product(a, b, isTransposed, kernels);
    for (long i = 0; i < expected.elements(); i++) {
      assertThat(got.getDouble(i))
          .as("%d x %d x %d, transposed %s, element %d", m, k, n, isTransposed, i)
          .isCloseTo(expected.getDouble(i), within(1e-5));
    }
  }

  @Test
  void partsOfMatricesAreMultiplied() {
    for (int m : SIZES) {
      for (int k : SIZES) {
        for (int n : SIZES) {
          check(false, m, k, n, (m + k + n) % 2 == 0);
          check(true, m, k, n, (m + k + n) % 2 == 1);
        }
      }
    }
  }

  @Test
  void emptySumsAreZero() {
    check(false, 3, 0, 4, false);
    check(true, 9, 0, 4, false);
  }
}
