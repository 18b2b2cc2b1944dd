package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.HeapBudget;
import java.lang.ref.Reference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the references to elements on the heap may take. */
final class TestHeapElements {
  private static final int MIB_OF_REFERENCES = (1 << 20) / Long.BYTES;

  private final HeapBudget heap = HeapBudget.of("strings", 3 << 20);

  private @Nullable Object[] references(long count, long most) {
    return Elements.allocateObjects(DType.STRING, Shape.of(count), "a kernel", most, heap);
  }

  private static void assertExhausted(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
        .hasMessageContaining(message);
  }

  @Test
  void referencesOfAllTensorsTogetherAreBounded() {
    @Nullable Object[] first = references(MIB_OF_REFERENCES, Long.MAX_VALUE);
    @Nullable Object[] second = references(MIB_OF_REFERENCES, Long.MAX_VALUE);
    heap.charge(second, 1 << 20, "its strings");
    assertExhausted(
        () -> references(MIB_OF_REFERENCES, Long.MAX_VALUE),
        "string[131072] needs 1.0 MiB of the heap, where strings take 3.0 MiB and may take 3.0"
            + " MiB");
    references(MIB_OF_REFERENCES - 1, Long.MAX_VALUE); // too few to count
    Reference.reachabilityFence(first);
    Reference.reachabilityFence(second);
  }

  @Test
  void referencesThatAreUnreachableComeBack() {
    for (int i = 0; i < 10; i++) {
      assertThat(references(2 * MIB_OF_REFERENCES, Long.MAX_VALUE)).hasSize(2 * MIB_OF_REFERENCES);
    }
    assertThat(heap.used()).isEqualTo(2 << 20);
  }

  @Test
  void moreThanTheMemoryOfATaskIsRefused() {
    assertExhausted(
        () -> references(3, 23),
        "a kernel needs 24 B for references to the elements of string[3], more than its memory"
            + " budget of 23 B");
    assertThat(references(3, 24)).hasSize(3);
    assertThat(heap.used()).isZero();
  }
}
