package dev.weir.ops.support;

import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.StridedCopy;
import java.util.Objects;

/**
 * Copies elements from one tensor to another of the same type, long runs in bulk. Positions, steps
 * and counts are in elements.
 */
public final class ElementCopier {
  /** From this many elements on a bulk copy is cheaper than a loop. */
  private static final int BULK = 8;

  private static final int CHUNK = 1 << 20;

  private final Tensor source;
  private final Tensor target;
  private final Buffer from;
  private final Buffer to;
  private final int byteSize;

  private ElementCopier(Tensor source, Tensor target) {
    this.source = source;
    this.target = target;
    this.from = source.buffer();
    this.to = target.buffer();
    this.byteSize = source.dtype().byteSize();
  }

  /** Copies from {@code source} to {@code target}. */
  public static ElementCopier of(Tensor source, Tensor target) {
    return new ElementCopier(source, target);
  }

  /** Copies neighboring elements. */
  public void copy(long at, long targetAt, long count) {
    Objects.checkFromIndexSize(at, count, source.elements());
    Objects.checkFromIndexSize(targetAt, count, target.elements());
    if (byteSize == 0) {
      target.copyFrom(source, at, targetAt, count);
    } else if (count < BULK) {
      copy(at, 1, targetAt, 1, count);
    } else {
      to.copyFrom(from, at * byteSize, targetAt * byteSize, count * byteSize);
    }
  }

  /** Copies elements that are {@code step} apart to places that are {@code targetStep} apart. */
  public void copy(long at, long step, long targetAt, long targetStep, long count) {
    requireInside(source, at, step, count);
    requireInside(target, targetAt, targetStep, count);
    if (byteSize > 0) {
      for (long n = 0; n < count; n += CHUNK) {
        int some = (int) Math.min(CHUNK, count - n);
        StridedCopy.copy(
            from, at + n * step, step, to, targetAt + n * targetStep, targetStep, some, byteSize);
      }
      return;
    }
    for (long n = 0; n < count; n++) {
      target.copyFrom(source, at + n * step, targetAt + n * targetStep, 1);
    }
  }

  /** Buffers may be longer than the tensors in them, so it is not enough that they check. */
  private static void requireInside(Tensor tensor, long at, long step, long count) {
    if (count > 0) {
      Objects.checkIndex(at, tensor.elements());
      long last = Math.addExact(at, Math.multiplyExact(count - 1, step));
      Objects.checkIndex(last, tensor.elements());
    }
  }

  /** Copies one element to {@code count} neighboring places. */
  public void fill(long at, long targetAt, long count) {
    if (count == 0) {
      return;
    }
    copy(at, 0, targetAt, 1, Math.min(count, BULK));
    ElementCopier again = of(target, target);
    for (long done = BULK; done < count; ) {
      long next = Math.min(done, count - done);
      again.copy(targetAt, targetAt + done, next);
      done += next;
    }
  }

  /** Sets neighboring elements to 0, false or the empty string. */
  public static void clear(Tensor tensor, long at, long count) {
    Objects.checkFromIndexSize(at, count, tensor.elements());
    int size = tensor.dtype().byteSize();
    if (size > 0) {
      tensor.buffer().fill(at * size, count * size, (byte) 0);
    } else {
      for (long i = at; i < at + count; i++) {
        tensor.setBytes(i, new byte[0]);
      }
    }
  }

  /** Sets all elements to 0, false or the empty string. */
  public static void clear(Tensor tensor) {
    clear(tensor, 0, tensor.elements());
  }
}
