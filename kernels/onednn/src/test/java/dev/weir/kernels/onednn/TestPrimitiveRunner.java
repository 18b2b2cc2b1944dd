package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class TestPrimitiveRunner {
  private static final long[] SIZES = {1, 3, 8, 17, 67};

  @BeforeAll
  static void needsOneDnn() {
    OneDnnNeeded.here();
  }

  @Test
  void productsOfAwkwardSizesAgreeWithPlainLoops() {
    PrimitiveRunner runner = newRunner(64);
    for (long m : SIZES) {
      for (long k : SIZES) {
        for (long n : SIZES) {
          for (int transposes = 0; transposes < 4; transposes++) {
            MatMulSpec spec = Products.spec(1, 1, m, k, n, transposes);
            Products.check(runner, spec, 1 + (int) ((m + k + n) % 3));
          }
        }
      }
    }
  }

  @Test
  void batchesAgreeWithPlainLoops() {
    PrimitiveRunner runner = newRunner(64);
    long[][] batches = {{2, 2}, {5, 1}, {1, 5}, {7, 7}};
    long[][] sizes = {{1, 1, 1}, {3, 5, 7}, {1, 17, 3}, {17, 1, 9}, {33, 65, 31}};
    for (long[] batch : batches) {
      for (long[] size : sizes) {
        for (int transposes = 0; transposes < 4; transposes++) {
          MatMulSpec spec =
              Products.spec(batch[0], batch[1], size[0], size[1], size[2], transposes);
          Products.check(runner, spec, 1);
          Products.check(runner, spec, 2);
        }
      }
    }
  }

  @Test
  void largeProductsUseAllCoresAndAgree() {
    PrimitiveRunner runner = newRunner(4);
    for (int transposes = 0; transposes < 4; transposes++) {
      Products.check(runner, Products.spec(1, 1, 257, 131, 512, transposes), 2);
    }
  }

  @Test
  void refusesMemoryThatIsTooShortOrOnTheHeap() {
    PrimitiveRunner runner = newRunner(4);
    MatMulSpec spec = MatMulSpec.of(DataType.F32, 4, 4, 4, false, false);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(64, 64);
      Scratch none = bytes -> MemorySegment.NULL;
      for (MemorySegment bad : List.of(data.asSlice(0, 60), MemorySegment.ofArray(new float[16]))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> runner.gemm(spec, 1, data, bad, data))
            .withMessageContaining("needs 64 bytes of native memory");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> runner.primitive(spec, 1, data, bad, data, none))
            .withMessageContaining("needs 64 bytes of native memory");
      }
    }
  }

  @Test
  void whatOneDnnCannotCompileNamesTheProduct() {
    MatMulSpec impossible = MatMulSpec.of(DataType.S32, 2, 3, 4, false, false);
    assertThatThrownBy(() -> Primitive.compile(impossible, 1).retire())
        .isInstanceOf(OneDnnException.class)
        .hasMessageContaining("compiling matmul");
  }

  @Test
  void callersOnPlatformThreadsDoNotDisturbEachOther() throws Exception {
    concurrently(8, Executors.newFixedThreadPool(8));
  }

  @Test
  void callersOnVirtualThreadsDoNotDisturbEachOther() throws Exception {
    concurrently(64, Executors.newVirtualThreadPerTaskExecutor());
  }

  /** A cache too small for the callers: primitives are evicted while others run them. */
  private static void concurrently(int callers, ExecutorService pool) throws Exception {
    PrimitiveCache cache = new PrimitiveCache(3);
    ThreadBudget budget = new ThreadBudget(2);
    PrimitiveRunner runner = new PrimitiveRunner(cache, budget);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      Random random = new Random(caller);
      tasks.add(
          () -> {
            for (int i = 0; i < 640 / callers; i++) {
              int threads = budget.take(2);
              MatMulSpec spec =
                  Products.spec(1, 1, 1 + random.nextInt(4), 64, 100, random.nextInt(2));
              Products.check(runner, spec, threads);
              budget.give(threads);
            }
            return true;
          });
    }
    try (pool) {
      for (Future<Boolean> result : pool.invokeAll(tasks)) {
        assertThat(result.get()).isTrue();
      }
    }
    assertThat(budget.free()).as("cores that came back").isEqualTo(2);
    assertThat(cache.size()).isLessThanOrEqualTo(3);
  }

  private static PrimitiveRunner newRunner(int capacity) {
    return new PrimitiveRunner(new PrimitiveCache(capacity), new ThreadBudget(2));
  }
}
