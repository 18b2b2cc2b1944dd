package dev.weir.kernels.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Attributes;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class TestVectorProvider {
  private final VectorProvider provider = new VectorProvider();

  @Test
  void isFoundAndDescribesItself() {
    assertThat(ServiceLoader.load(KernelProvider.class))
        .anyMatch(found -> found.name().equals("vector"));
    assertThat(provider.unavailableBecause()).isNull();
    assertThat(provider.describe()).matches("Vector API, (64|128|256|512) bits");
  }

  @Test
  void saysWhichFlagIsMissing() {
    assertThat(VectorProvider.unavailableBecause(false))
        .endsWith("start Java with --add-modules=jdk.incubator.vector");
  }

  @Test
  void everyOpItHasKernelsForIsInTheCatalog() {
    assertThat(provider.ops()).allMatch(op -> OpRegistry.standard().find(op) != null, "is an op");
  }

  @Test
  void otherOpsAndTypesFallThrough() {
    assertThat(provider.kernel(spec("AddV2", DType.STRING))).isEmpty();
    assertThat(provider.kernel(spec("NoSuchOp", DType.FLOAT32))).isEmpty();
  }

  @Test
  void nodesOfOneOpAndTypeShareTheirKernel() {
    assertThat(provider.kernel(spec("AddV2", DType.FLOAT32)).orElseThrow())
        .isSameAs(provider.kernel(spec("AddV2", DType.FLOAT32)).orElseThrow());
  }

  private static KernelSpec spec(String op, DType dtype) {
    return new KernelSpec(
        op,
        "node",
        Attributes.none(),
        List.of(dtype, dtype),
        List.of(dtype),
        List.of(Shape.unknown(), Shape.unknown()));
  }
}
