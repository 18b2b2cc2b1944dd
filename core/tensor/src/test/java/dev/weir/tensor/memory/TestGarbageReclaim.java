package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Memory of tensors that are not closed comes back, and asking for that stays cheap. */
final class TestGarbageReclaim {
  private static final int MIB = 1 << 20;

  private static Tensor dropped(CachingAllocator allocator, long bytes) {
    return Tensor.allocate(allocator, DType.INT8, Shape.of(bytes), "dropped").collected();
  }

  @Test
  void droppedTensorsMakeRoomBeforeTheBudgetRefuses() {
    CachingAllocator allocator = new CachingAllocator(8 * MIB);
    for (int i = 0; i < 40; i++) {
      dropped(allocator, 3 * MIB);
      assertThat(allocator.usage().inUse()).isLessThanOrEqualTo(8 * MIB);
    }
    assertThat(allocator.collectionsAsked()).isBetween(1L, 40L);
  }

  @Test
  void keptTensorsAreRefusedNotTaken() {
    CachingAllocator allocator = new CachingAllocator(8 * MIB);
    List<Tensor> kept = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (true) {
                kept.add(dropped(allocator, MIB));
              }
            })
        .hasMessageContaining("dropped needs 1.0 MiB, but 8.0 MiB of the budget of 8.0 MiB");
    assertThat(kept).hasSize(8);
    Reference.reachabilityFence(kept);
  }

  @Test
  void withNothingToCollectNoCollectionIsAskedFor() {
    CachingAllocator allocator = new CachingAllocator(8 * MIB);
    Buffer owned = allocator.allocate(5 * MIB, "owned by a step");
    assertThatThrownBy(() -> allocator.allocate(5 * MIB, "more"))
        .hasMessageContaining("owned by a step 5.0 MiB");
    assertThat(allocator.collectionsAsked()).isZero();
    owned.release();
  }

  @Test
  void collectionsAreFewWhileGarbageFlows() {
    CachingAllocator allocator = new CachingAllocator(1L << 30);
    long total = 0;
    for (int i = 0; i < 3000; i++) {
      dropped(allocator, MIB);
      total += MIB;
      assertThat(allocator.usage().inUse()).isLessThan(400 * MIB);
    }
    assertThat(allocator.collectionsAsked()).isLessThanOrEqualTo(total / (100 * MIB));
  }

  @Test
  void oneKeptScalarPerStepDoesNotKeepTheStepsSlabs() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    List<Tensor> losses = new ArrayList<>();
    for (int step = 0; step < 2000; step++) {
      for (int op = 0; op < 256; op++) {
        Tensor.allocate(allocator, DType.FLOAT32, Shape.scalar(), "op").setFloat(0, -1);
      }
      Tensor loss = Tensor.allocate(allocator, DType.FLOAT32, Shape.scalar(), "loss");
      loss.setFloat(0, step);
      losses.add(loss.collected());
    }
    for (int step = 0; step < 2000; step++) {
      assertThat(losses.get(step).getFloat(0)).isEqualTo(step);
    }
    awaitInUse(allocator, MIB);
    // 2000 scalars of 64 bytes, and the slabs being cut.
    assertThat(allocator.usage().inUse()).isLessThanOrEqualTo(MIB);
    Reference.reachabilityFence(losses);
  }

  @Test
  void memoryStaysFlatUnderLoad() {
    CachingAllocator allocator = new CachingAllocator(512L * MIB);
    long[] sizes = {4, 100, 700, 5_000, 60_000, 300_000, 2 * MIB};
    long end = System.nanoTime() + 6_000_000_000L;
    long made = 0;
    long bytes = 0;
    List<Tensor> window = new ArrayList<>();
    while (System.nanoTime() < end && bytes < 8192L * MIB) {
      for (int i = 0; i < 1000; i++) {
        long size = sizes[(int) (made++ % sizes.length)];
        Tensor tensor = dropped(allocator, size);
        bytes += size;
        if (window.size() < 50) {
          window.add(tensor);
        } else {
          window.set((int) (made % 50), tensor);
        }
      }
      Allocator.Usage usage = allocator.usage();
      assertThat(usage.inUse() + usage.cached())
          .as("after %d tensors of %s", made, ByteSize.format(bytes))
          .isLessThanOrEqualTo(256L * MIB);
    }
    assertThat(bytes).as("load").isGreaterThan(512L * MIB);
    LoggerFactory.getLogger(TestGarbageReclaim.class)
        .info(
            "{} tensors of {} with {} collections: {}",
            made,
            ByteSize.format(bytes),
            allocator.collectionsAsked(),
            allocator.usage());
    window.clear();
    awaitInUse(allocator, MIB);
    assertThat(allocator.usage().inUse()).as("left when all are dropped").isLessThanOrEqualTo(MIB);
  }

  private static void awaitInUse(CachingAllocator allocator, long bytes) {
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (allocator.usage().inUse() > bytes && System.nanoTime() < deadline) {
      System.gc();
      allocator.trim();
    }
  }

  @Test
  void unreachableAllocatorReturnsItsMemory() {
    BlockPool pool = abandonedPool();
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (pool.reserved() > 0 && System.nanoTime() < deadline) {
      System.gc();
      Reclaimable.reclaimAll();
    }
    assertThat(pool.reserved()).isZero();
  }

  private static BlockPool abandonedPool() {
    CachingAllocator allocator = new CachingAllocator(8 * MIB);
    allocator.allocate(MIB, "cached").release();
    dropped(allocator, MIB);
    allocator.allocate(8, "tiny");
    return allocator.pool();
  }
}
