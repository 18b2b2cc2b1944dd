package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.CachingAllocator;
import java.lang.ref.Reference;
import java.nio.FloatBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** One thread closes tensors while another uses them; the memory goes to the next at once. */
final class TestTensorConcurrency {
  private static final int ELEMENTS = 1000;
  private static final long NANOS = 700_000_000L;
  private static final long COLLECTION_NANOS = 10_000_000_000L;

  private final CachingAllocator allocator = new CachingAllocator(16 << 20);
  private final AtomicReference<Tensor> current = new AtomicReference<>();
  private final AtomicBoolean done = new AtomicBoolean();

  private interface Use {
    void use(Tensor tensor, float number);
  }

  /** Every element of a tensor is its number. */
  private Tensor make(float number) {
    Tensor tensor = Tensor.allocate(allocator, DType.FLOAT32, Shape.of(ELEMENTS), "t");
    for (int i = 0; i < ELEMENTS; i++) {
      tensor.setFloat(i, number);
    }
    return tensor.collected();
  }

  private void whileClosing(Use use) throws Exception {
    current.set(make(0));
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> user = threads.submit(() -> useCurrent(use));
      long end = System.nanoTime() + NANOS;
      for (int number = 1; System.nanoTime() < end && !user.isDone(); number++) {
        Tensor old = current.getAndSet(make(number));
        old.close();
        if (number % 50 == 0) {
          allocator.trim();
        }
      }
      done.set(true);
      user.get();
    }
    current.get().close();
  }

  /** Memory with views comes back when the collector finds all views unreachable. */
  private void awaitNothingInUse() {
    long deadline = System.nanoTime() + COLLECTION_NANOS;
    while (allocator.usage().inUse() > 0 && System.nanoTime() < deadline) {
      System.gc();
      allocator.trim();
    }
    assertThat(allocator.usage().inUse()).isZero();
  }

  private void useCurrent(Use use) {
    while (!done.get()) {
      Tensor tensor = current.get();
      float number;
      try {
        number = tensor.getFloat(0);
        use.use(tensor, number);
      } catch (WeirException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
      }
    }
  }

  @Test
  void getGivesTheTensorsOwnValuesOrFails() throws Exception {
    whileClosing(
        (tensor, number) -> {
          for (int i = 0; i < ELEMENTS; i++) {
            assertThat(tensor.getFloat(i) == number).isTrue();
          }
        });
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void copyGivesTheTensorsOwnValuesOrFails() throws Exception {
    whileClosing(
        (tensor, number) -> {
          for (float value : tensor.floats()) {
            assertThat(value == number).isTrue();
          }
        });
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void viewGivesTheTensorsOwnValuesOrFails() throws Exception {
    whileClosing(
        (tensor, number) -> {
          FloatBuffer view = TensorViews.floats(tensor);
          try {
            for (int i = 0; i < ELEMENTS; i++) {
              assertThat(view.get(i) == number).isTrue();
            }
          } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("closed");
          }
        });
    awaitNothingInUse();
  }

  @Test
  void memoryOfAClosedTensorIsNotHandedOutWhileAViewIsReachable() {
    Tensor tensor = make(1);
    long address = tensor.buffer().segment().address();
    FloatBuffer view = TensorViews.floats(tensor);
    tensor.close();
    System.gc();
    allocator.trim();
    assertThat(allocator.usage().inUse()).isEqualTo(4096);
    try (Tensor next = make(2)) {
      assertThat(next.buffer().segment().address()).isNotEqualTo(address);
    }
    assertThatThrownBy(() -> view.get(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> tensor.getFloat(0)).isInstanceOf(WeirException.class);
    Reference.reachabilityFence(view);
  }

  @Test
  void memoryOfClosedTensorsWithViewsMakesRoomBeforeTheBudgetRefuses() {
    long elements = (6 << 20) / Float.BYTES;
    for (int i = 0; i < 10; i++) {
      try (Tensor tensor = Tensor.allocate(allocator, DType.FLOAT32, Shape.of(elements), "t")) {
        assertThat(TensorViews.floats(tensor).remaining()).isEqualTo(elements);
      }
    }
    awaitNothingInUse();
  }

  @Test
  void writeNeverReachesTheNextTensor() throws Exception {
    AtomicReference<Tensor> writable = new AtomicReference<>();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> writer = threads.submit(() -> writeCurrent(writable));
      long end = System.nanoTime() + NANOS;
      while (System.nanoTime() < end && !writer.isDone()) {
        Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(ELEMENTS));
        writable.set(tensor);
        Thread.onSpinWait();
        tensor.close();
        Tensor next = Tensors.zeros(DType.FLOAT32, Shape.of(ELEMENTS));
        for (int i = 0; i < ELEMENTS; i++) {
          assertThat(next.getFloat(i) == 0).isTrue();
        }
        next.close();
      }
      done.set(true);
      writer.get();
    }
  }

  private void writeCurrent(AtomicReference<Tensor> writable) {
    while (!done.get()) {
      Tensor tensor = writable.get();
      try {
        for (int i = 0; tensor != null && i < ELEMENTS; i++) {
          tensor.setFloat(i, 1);
        }
      } catch (WeirException | IllegalStateException e) {
        assertThat(e.getMessage()).containsAnyOf("closed", "given back");
      }
    }
  }

  @Test
  void viewsKeepTheMemoryOfADroppedTensor() {
    FloatBuffer view = TensorViews.floats(make(3));
    for (int round = 0; round < 5; round++) {
      System.gc();
      allocator.trim();
      make(round + 10f).close();
      for (int i = 0; i < ELEMENTS; i++) {
        assertThat(view.get(i) == 3).isTrue();
      }
    }
  }
}
