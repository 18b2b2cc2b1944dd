package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class TestLargeTensor {
  private static final long BYTES = 3_000_000_000L;

  @Test
  void tensorOfThreeGigabytesWorks() throws IOException {
    MemoryNeeded.bytes(BYTES + (500 << 20));
    CachingAllocator allocator = new CachingAllocator(BYTES + (200 << 20));
    long elements = BYTES / Float.BYTES;
    try (Tensor tensor =
        Tensor.allocate(allocator, DType.FLOAT32, Shape.of(3, elements / 3), "large")) {
      for (long i : new long[] {0, Integer.MAX_VALUE / 4, elements / 2, elements - 1}) {
        tensor.setFloat(i, i);
        assertThat(tensor.getFloat(i)).isEqualTo(i);
      }
      assertThat(tensor.byteSize()).isEqualTo(BYTES);
      tensor.copyFrom(tensor, elements - 1, 1, 1);
      assertThat(tensor.getFloat(1)).isEqualTo(elements - 1);
      assertThat(tensor.asByteBuffer(elements - 2, 2).getFloat(4)).isEqualTo(elements - 1);
      assertThat(tensor.toString()).startsWith("float32[3,250000000]\n[[");
      assertThatThrownBy(tensor::asByteBuffer)
          .hasMessage(
              "a view holds at most 2147483647 bytes, but 750000000 elements of"
                  + " float32[3,250000000] take 3000000000; view parts of it");
      assertThatThrownBy(() -> TensorArrays.toByteArray(tensor))
          .hasMessageStartingWith("an array holds at most 2147483639 elements");
      assertThatThrownBy(() -> allocator.allocate(BYTES, "another"))
          .hasMessageContaining("another needs 2.8 GiB")
          .hasMessageContaining("the biggest holders: large 2.8 GiB");
    }
    // A view was made of it, so the memory waits for the collector to find the view unreachable.
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (allocator.usage().inUse() + allocator.usage().cached() > 0
        && System.nanoTime() < deadline) {
      System.gc();
      allocator.trim();
    }
    assertThat(allocator.usage().inUse() + allocator.usage().cached()).isZero();
  }
}
