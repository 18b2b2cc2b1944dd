package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestCachingAllocator {
  private static final int MIB = 1 << 20;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 512, 513, 1000, 4096, 100_000, 5 * MIB + 1})
  void buffersAreAlignedAndLargeEnough(long bytes) {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    for (int i = 0; i < 20; i++) {
      Buffer buffer = allocator.allocate(bytes, "test");
      assertThat(buffer.segment().address() % 64).isZero();
      assertThat(buffer.byteSize()).isGreaterThanOrEqualTo(bytes);
      buffer.fill(0, buffer.byteSize(), (byte) i);
      buffer.release();
    }
  }

  @Test
  void reusesWhatWasGivenBack() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    Buffer first = allocator.allocate(MIB, "first");
    long address = first.segment().address();
    first.release();
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(0, MIB, 64 * MIB, MIB));
    Buffer second = allocator.allocate(MIB - 100, "second");
    assertThat(second.segment().address()).isEqualTo(address);
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(MIB, 0, 64 * MIB, MIB));
  }

  @Test
  void gradualBuffersCountAsMuchAsIsCharged() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    Buffer buffer = allocator.allocateGradually(40 * MIB, MIB, "arriving");
    assertThat(buffer.byteSize()).isGreaterThanOrEqualTo(40 * MIB);
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(MIB, 0, 64 * MIB, MIB));
    allocator.charge(buffer, 3 * MIB);
    assertThat(allocator.usage().inUse()).isEqualTo(3 * MIB);
    allocator.charge(buffer, 2 * MIB);
    assertThat(allocator.usage().inUse()).isEqualTo(3 * MIB);
    allocator.charge(buffer, 40 * MIB);
    assertThat(allocator.usage().inUse()).isEqualTo(40 * MIB);
    buffer.fill(0, buffer.byteSize(), (byte) 1);
    buffer.release();
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(0, 40 * MIB, 64 * MIB, 40 * MIB));
  }

  @Test
  void gradualBuffersThatWereNotFilledAreNotCached() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    Buffer buffer = allocator.allocateGradually(40 * MIB, MIB, "arriving");
    allocator.charge(buffer, 3 * MIB);
    buffer.release();
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(0, 0, 64 * MIB, 3 * MIB));
  }

  @Test
  void gradualBuffersStayWithinTheBudget() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    Buffer cached = allocator.allocate(30 * MIB, "cached");
    cached.release(); // makes room
    Buffer held = allocator.allocate(40 * MIB, "held");
    Buffer buffer = allocator.allocateGradually(40 * MIB, MIB, "arriving");
    allocator.charge(buffer, 20 * MIB);
    assertThatThrownBy(() -> allocator.charge(buffer, 30 * MIB))
        .isInstanceOf(WeirException.class)
        .hasMessageStartingWith("arriving needs 30.0 MiB");
    assertThat(allocator.usage().inUse()).isEqualTo(60 * MIB);
    held.release();
    allocator.charge(buffer, 30 * MIB);
    buffer.release();
    assertThat(allocator.usage().inUse()).isZero();
    assertThatThrownBy(() -> allocator.allocateGradually(65 * MIB, MIB, "too much"))
        .isInstanceOf(WeirException.class);
  }

  @Test
  void budgetIsAHardLimitAndTheErrorNamesTheBiggestHolders() {
    CachingAllocator allocator = new CachingAllocator(10 * MIB);
    List<Buffer> held = new ArrayList<>();
    held.add(allocator.allocate(2 * MIB, "MatMul \"a\""));
    held.add(allocator.allocate(2 * MIB, "MatMul \"a\""));
    held.add(allocator.allocate(3 * MIB, "Relu \"b\""));
    assertThatThrownBy(() -> allocator.allocate(4 * MIB, "Conv2D \"c\""))
        .isInstanceOf(WeirException.class)
        .hasMessage(
            "Conv2D \"c\" needs 4.0 MiB, but 7.0 MiB of the budget of 10.0 MiB is in use; the"
                + " biggest holders: MatMul \"a\" 4.0 MiB in 2 buffers, Relu \"b\" 3.0 MiB. Raise"
                + " weir.memory.budget, or use smaller batches")
        .extracting(e -> ((WeirException) e).code())
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    held.removeFirst().release();
    held.add(allocator.allocate(4 * MIB, "Conv2D \"c\""));
    assertThat(allocator.usage().inUse() + allocator.usage().cached())
        .isLessThanOrEqualTo(10 * MIB);
  }

  @Test
  void sizesBeyondTheBudgetAreRefusedAtOnce() {
    CachingAllocator allocator = new CachingAllocator(MIB);
    assertThatThrownBy(() -> allocator.allocate(Long.MAX_VALUE, "Huge"))
        .hasMessageStartingWith("Huge needs 8.0 EiB, but 0 B of the budget of 1.0 MiB is in use");
    assertThatThrownBy(() -> allocator.allocate(-1, "Negative"))
        .hasMessage("Negative cannot have -1 bytes");
    assertThat(allocator.collectionsAsked()).isZero();
    assertThatThrownBy(() -> new CachingAllocator(-5))
        .hasMessage("a memory budget must be at least 0, got -5");
  }

  @Test
  void roundingThatBreaksTheBudgetIsExplained() {
    CachingAllocator allocator = new CachingAllocator(1000);
    assertThatThrownBy(() -> allocator.allocate(990, "Add"))
        .hasMessageStartingWith("Add needs 990 B (rounded up to 1.0 KiB), but 0 B of the budget");
  }

  @Test
  void cachedMemoryMakesRoomForOtherSizes() {
    CachingAllocator allocator = new CachingAllocator(10 * MIB);
    for (int i = 1; i <= 9; i++) {
      Buffer buffer = allocator.allocate((long) i * MIB, "size " + i);
      assertThat(allocator.usage().inUse() + allocator.usage().cached())
          .isLessThanOrEqualTo(10 * MIB);
      buffer.release();
    }
  }

  @Test
  void slabsCountTowardTheBudget() {
    CachingAllocator allocator = new CachingAllocator(MIB);
    allocator.allocate(8, "scalar");
    assertThat(allocator.usage().inUse()).isEqualTo(Slab.SIZE);
    List<Buffer> held = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (held.size() < 100_000) {
                held.add(allocator.allocate(8, "scalar"));
              }
            })
        .hasMessageContaining("scalar needs 8 B (rounded up to 64 B), but 1.0 MiB of the budget")
        .hasMessageContaining("the biggest holders: tiny tensors 1.0 MiB in 64 buffers");
    assertThat(held).hasSizeBetween(64 * 255, 64 * 256);
  }

  @Test
  void budgetSmallerThanASlabStillServesTinyBuffers() {
    CachingAllocator allocator = new CachingAllocator(128);
    Buffer first = allocator.allocate(8, "first");
    Buffer second = allocator.allocate(64, "second");
    assertThat(allocator.usage().inUse()).isEqualTo(128);
    assertThatThrownBy(() -> allocator.allocate(1, "third"))
        .hasMessageContaining("first 64 B, second 64 B");
    first.release();
    second.release();
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void trimReturnsEverythingCached() {
    CachingAllocator allocator = new CachingAllocator(10 * MIB);
    Buffer kept = allocator.allocate(MIB, "kept");
    allocator.allocate(MIB, "dropped").release();
    allocator.allocate(3 * MIB, "dropped").release();
    allocator.trim();
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(MIB, 0, 10 * MIB, 4 * MIB));
    kept.release();
  }

  @Test
  void requestThatCannotBeMetLeavesTheCacheAlone() {
    CachingAllocator allocator = new CachingAllocator(10 * MIB);
    Buffer kept = allocator.allocate(4 * MIB, "kept");
    allocator.allocate(MIB, "dropped").release();
    assertThatThrownBy(() -> allocator.allocate(8 * MIB, "large"))
        .isInstanceOf(WeirException.class);
    assertThat(allocator.usage().cached()).isEqualTo(MIB);
    Buffer fits = allocator.allocate(6 * MIB, "fits");
    assertThat(allocator.usage().cached()).isZero();
    kept.release();
    fits.release();
  }

  @Test
  void sweepReturnsWhatWasNotUsedSinceTheLastOne() {
    CachingAllocator allocator = new CachingAllocator(10 * MIB);
    Buffer a = allocator.allocate(MIB, "a");
    allocator.allocate(MIB, "b").release();
    a.release();
    allocator.allocate(2 * MIB, "c").release();
    allocator.pool().sweep();
    assertThat(allocator.usage().cached()).as("in use since the last sweep").isEqualTo(4 * MIB);
    allocator.allocate(MIB, "again").release();
    allocator.pool().sweep();
    assertThat(allocator.usage().cached()).as("one block of 1 MiB was used").isEqualTo(MIB);
    allocator.pool().sweep();
    assertThat(allocator.usage().cached()).isZero();
  }

  @Test
  void manyThreadsNeverShareBytesNorExceedTheBudget() throws Exception {
    long budget = 24 * MIB;
    CachingAllocator allocator = new CachingAllocator(budget);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int seed = t;
        running.add(threads.submit(() -> allocateAndCheck(allocator, seed)));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    }
    assertThat(allocator.usage().peak()).isLessThanOrEqualTo(budget);
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (allocator.usage().inUse() > MIB && System.nanoTime() < deadline) {
      System.gc();
      allocator.trim();
    }
    assertThat(allocator.usage().inUse()).as("slabs being cut").isLessThanOrEqualTo(MIB);
  }

  private static void allocateAndCheck(CachingAllocator allocator, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Buffer> held = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      Buffer buffer = allocator.allocate(random.nextInt(1, 1 << random.nextInt(3, 18)), "t" + seed);
      long last = buffer.byteSize() - 1;
      buffer.setByte(0, (byte) seed);
      buffer.setByte(last, (byte) seed);
      held.add(buffer);
      if (held.size() > 20) {
        Buffer old = held.remove(random.nextInt(held.size()));
        assertThat(old.getByte(0)).isEqualTo((byte) seed);
        assertThat(old.getByte(old.byteSize() - 1)).isEqualTo((byte) seed);
        old.release();
      }
      assertThat(allocator.pool().reserved()).isLessThanOrEqualTo(allocator.pool().budget());
    }
    held.forEach(Buffer::release);
  }

  @Test
  void buffersOutliveTheirAllocator() {
    Buffer buffer = new CachingAllocator(MIB).allocate(4096, "survivor");
    System.gc();
    buffer.setLong(0, 42);
    assertThat(buffer.getLong(0)).isEqualTo(42);
    buffer.release();
  }

  @Test
  void peakBeginsAnewAtWhatIsInUse() {
    CachingAllocator allocator = new CachingAllocator(1 << 20);
    Buffer kept = allocator.allocate(4096, "kept");
    allocator.allocate(8192, "brief").release();
    assertThat(allocator.usage().peak()).isEqualTo(4096 + 8192);
    allocator.restartPeak();
    assertThat(allocator.usage().peak()).isEqualTo(4096);
    kept.release();
    allocator.allocate(1024, "brief").release();
    assertThat(allocator.usage().peak()).isEqualTo(4096);
  }
}
