package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** {@code NthElement}: parts of a row are sorted until the element at one position is known. */
final class NthVectorKernel implements Kernel {
  private final RankLoop loop;
  private final int shift;
  private final boolean isReverse;

  private NthVectorKernel(DType dtype, boolean isReverse) {
    this.loop = RankLoop.of(dtype);
    this.shift = ScalarType.of(dtype).shift();
    this.isReverse = isReverse;
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addCached(
        "NthElement",
        dtype,
        spec -> spec.attrs().bool("reverse"),
        isReverse -> new NthVectorKernel(dtype, isReverse));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    long n = context.input(1).getLong(0);
    int width = Math.toIntExact(x.shape().size(-1));
    Tensor values = context.allocate(0, x.shape().slice(0, x.shape().rank() - 1));
    int place = (int) (isReverse ? width - 1 - n : n);
    long in = RawMemory.address(x);
    long out = RawMemory.address(values);
    Grain.COSTLY.forRows(
        context,
        values.elements(),
        width,
        (from, to) -> {
          long[] ranks = new long[width];
          for (long row = from; row < to; row++) {
            long first = in + (row * width << shift);
            loop.ranks(first, width, ranks);
            long rank = select(ranks, place);
            loop.copy(first, find(first, width, rank, place, ranks), out + (row << shift));
          }
        });
  }

  /** The position of the element that is at {@code place} in a stable sort. */
  private int find(long first, int width, long rank, int place, long[] ranks) {
    loop.ranks(first, width, ranks);
    int before = place;
    for (int i = 0; i < width; i++) {
      before -= ranks[i] < rank ? 1 : 0;
    }
    int found = -1;
    for (int left = before; left >= 0; left--) {
      found++;
      while (ranks[found] != rank) {
        found++;
      }
    }
    return found;
  }

  /** The number at {@code place} if all were sorted; changes their order. */
  static long select(long[] numbers, int place) {
    int low = 0;
    int high = numbers.length - 1;
    while (low < high) {
      long pivot = middle(numbers[low], numbers[(low + high) >>> 1], numbers[high]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (numbers[i] < pivot) {
          i++;
        }
        while (numbers[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long number = numbers[i];
          numbers[i++] = numbers[j];
          numbers[j--] = number;
        }
      }
      if (place <= j) {
        high = j;
      } else if (place >= i) {
        low = i;
      } else {
        break;
      }
    }
    return numbers[place];
  }

  private static long middle(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
