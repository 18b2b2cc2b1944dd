package dev.weir.checkpoint;

import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;

/** Puts what two boxes have in common from one's elements, in row-major order, to the other's. */
final class Scatter {
  private final Box from;
  private final Box to;
  private final Tensor target;
  private final int width;
  private final int last;

  /** {@code target} holds the elements of {@code to}. */
  Scatter(Box from, Box to, Tensor target) {
    this.from = from;
    this.to = to;
    this.target = target;
    this.width = target.dtype().byteSize();
    this.last = from.rank() - 1;
  }

  /** Takes some bytes of {@code from}, beginning at a position in bytes. */
  void take(ByteBuffer bytes, long position) {
    long at = position / width;
    long rowLength = from.shape().size(last);
    while (bytes.hasRemaining()) {
      long column = at % rowLength;
      int count = (int) Math.min(rowLength - column, bytes.remaining() / width);
      long destination = row(at / rowLength);
      if (destination >= 0) {
        copyRow(bytes, column, count, destination);
      }
      bytes.position(bytes.position() + count * width);
      at += count;
    }
  }

  private void copyRow(ByteBuffer bytes, long column, int count, long destination) {
    long first = Math.max(from.starts()[last] + column, to.starts()[last]);
    long end = Math.min(from.starts()[last] + column + count, to.end(last));
    if (first < end) {
      int skipped = (int) (first - from.starts()[last] - column);
      ByteBuffer piece =
          bytes.slice(bytes.position() + skipped * width, (int) (end - first) * width);
      long element = destination + first - to.starts()[last];
      target.buffer().copyFromByteBuffer(piece, element * width);
    }
  }

  /** The element of {@code to} at which a row of {@code from} begins in it; -1 if outside. */
  private long row(long number) {
    long rest = number;
    long element = 0;
    long stride = to.shape().size(last);
    for (int d = last - 1; d >= 0; d--) {
      long index = from.starts()[d] + rest % from.shape().size(d) - to.starts()[d];
      rest /= from.shape().size(d);
      if (index < 0 || index >= to.shape().size(d)) {
        return -1;
      }
      element += index * stride;
      stride *= to.shape().size(d);
    }
    return element;
  }

  /** Puts the strings of {@code from}. */
  void takeStrings(Tensor strings) {
    long rowLength = from.shape().size(last);
    for (long i = 0; i < strings.elements(); i++) {
      long destination = row(i / rowLength);
      long column = from.starts()[last] + i % rowLength - to.starts()[last];
      if (destination >= 0 && column >= 0 && column < to.shape().size(last)) {
        target.setBytes(destination + column, strings.getBytes(i));
      }
    }
  }
}
