package dev.weir.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import org.junit.jupiter.api.Test;

final class TestNamedResources {
  private final NamedResources resources = new NamedResources("localhost");

  private static Tensor large() {
    return Tensor.allocate(Allocator.shared(), DType.FLOAT32, Shape.of(10_000), "a test");
  }

  private Variable variable(String container) {
    return resources.getOrCreate(
        container, "v", Variable.class, () -> new Variable("v", DType.FLOAT32, Shape.unknown()));
  }

  @Test
  void emptyContainerIsTheDefaultOne() {
    Variable variable = variable("");
    assertThat(variable("localhost")).isSameAs(variable);
    assertThat(variable("box")).isNotSameAs(variable);
    resources.reset("");
    assertThat(resources.find("localhost", "v", Variable.class)).isNull();
    assertThat(resources.find("box", "v", Variable.class)).isNotNull();
  }

  @Test
  void removedVariableGivesItsMemoryBackAndTakesNoMore() {
    Variable variable = variable("");
    Tensor value = large();
    Buffer buffer = value.buffer();
    variable.assign(value);
    assertThat(resources.remove("", "v", Variable.class)).isTrue();
    assertThat(resources.remove("", "v", Variable.class)).isFalse();
    assertThatThrownBy(buffer::requireHeld).hasMessageContaining("given back");
    Tensor late = large();
    assertThatThrownBy(() -> variable.assign(late))
        .hasMessageContaining("variable v was removed meanwhile")
        .satisfies(
            e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
    late.buffer().release();
  }

  @Test
  void closingGivesEverythingBack() {
    Tensor first = large();
    Tensor second = large();
    Buffer one = first.buffer();
    Buffer other = second.buffer();
    variable("").assign(first);
    variable("box").assign(second);
    resources.close();
    assertThatThrownBy(one::requireHeld).hasMessageContaining("given back");
    assertThatThrownBy(other::requireHeld).hasMessageContaining("given back");
  }
}
