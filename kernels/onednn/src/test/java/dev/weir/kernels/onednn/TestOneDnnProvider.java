package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Attributes;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The kernels against the reference, through a session. */
final class TestOneDnnProvider {
  @BeforeAll
  static void needsOneDnn() {
    OneDnnNeeded.here();
  }

  @Test
  void isFoundAndDescribesItself() {
    KernelProvider found =
        ServiceLoader.load(KernelProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.name().equals("onednn"))
            .findFirst()
            .orElseThrow();
    assertThat(found.unavailableBecause()).isNull();
    assertThat(found.describe()).matches("oneDNN 3\\.\\d+\\.\\d+ from .*, .+");
  }

  @Test
  void otherTypesFallThrough() {
    KernelSpec spec =
        new KernelSpec(
            "MatMul",
            "product",
            Attributes.none(),
            List.of(DType.FLOAT64, DType.FLOAT64),
            List.of(DType.FLOAT64),
            List.of(Shape.unknown(), Shape.unknown()));
    assertThat(new OneDnnProvider().kernel(spec)).isEmpty();
  }

  @Test
  void matrixProductsAgreeWithTheReference() {
    long[][] sizes = {
      {1, 1, 1},
      {2, 3, 4},
      {4, 4, 4},
      {5, 1, 13},
      {0, 3, 2},
      {3, 0, 2},
      {2, 3, 0},
      {0, 0, 0},
      {17, 31, 5},
      {1, 64, 100},
      {64, 100, 1},
      {130, 67, 129},
      {32, 48, 512}
    };
    for (long[] size : sizes) {
      for (int transposes = 0; transposes < 4; transposes++) {
        boolean a = (transposes & 1) != 0;
        boolean b = (transposes & 2) != 0;
        Shape left = a ? Shape.of(size[1], size[0]) : Shape.of(size[0], size[1]);
        Shape right = b ? Shape.of(size[2], size[1]) : Shape.of(size[1], size[2]);
        check("MatMul", "transpose_a", a, "transpose_b", b, left, right, size[1]);
      }
    }
  }

  @Test
  void batchesAgreeWithTheReference() {
    Shape[][] batches = {
      {Shape.of(3), Shape.of(3)}, {Shape.of(2, 3), Shape.of(2, 3)}, {Shape.of(0), Shape.of(0)}
    };
    for (Shape[] batch : batches) {
      batch("BatchMatMul", batch[0], batch[1]);
      batch("BatchMatMulV2", batch[0], batch[1]);
    }
  }

  @Test
  void batchesThatBroadcastAgreeWithTheReference() {
    Shape[][] batches = {
      {Shape.scalar(), Shape.of(4)},
      {Shape.of(4), Shape.scalar()},
      {Shape.of(2, 1), Shape.of(1, 3)},
      {Shape.of(2, 1, 3), Shape.of(5, 1)},
      {Shape.of(1, 3), Shape.of(2, 3)},
    };
    for (Shape[] batch : batches) {
      batch("BatchMatMulV2", batch[0], batch[1]);
      batch("BatchMatMulV3", batch[0], batch[1]);
    }
  }

  private static void batch(String op, Shape left, Shape right) {
    for (int adjoints = 0; adjoints < 4; adjoints++) {
      boolean x = (adjoints & 1) != 0;
      boolean y = (adjoints & 2) != 0;
      for (long k : new long[] {0, 1, 19}) {
        Shape a = left.concat(x ? Shape.of(k, 5) : Shape.of(5, k));
        Shape b = right.concat(y ? Shape.of(7, k) : Shape.of(k, 7));
        check(op, "adj_x", x, "adj_y", y, a, b, k);
      }
    }
  }

  private static void check(
      String op, String left, boolean a, String right, boolean b, Shape x, Shape y, long depth) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Tensor first = random(x);
    Tensor second = random(y);
    NodeBuilder product =
        graph
            .node(op, "product")
            .input(ops.constant(first))
            .input(ops.constant(second))
            .attr(left, a)
            .attr(right, b);
    if (op.equals("BatchMatMulV3")) {
      product.attr("Tout", DType.FLOAT32);
    }
    product.build();
    Tensor expected = run(graph, KernelSelector.reference());
    Tensor got = run(graph, new KernelSelector(List.of(new OneDnnProvider())));
    assertThat(got.shape()).isEqualTo(expected.shape());
    for (long i = 0; i < got.elements(); i++) {
      assertThat(got.getFloat(i))
          .as("%s of %s and %s, element %d", op, x, y, i)
          .isCloseTo(
              expected.getFloat(i),
              org.assertj.core.data.Offset.offset(2e-7f * (float) Math.sqrt(depth + 1.0)));
    }
  }

  private static Tensor run(Graph graph, KernelSelector kernels) {
    try (Session session = Session.open(graph, LocalOptions.builder().kernels(kernels).build())) {
      return session.run("product");
    }
  }

  private static Tensor random(Shape shape) {
    Random random = new Random(shape.hashCode());
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Tensors.of(shape, values);
  }
}
