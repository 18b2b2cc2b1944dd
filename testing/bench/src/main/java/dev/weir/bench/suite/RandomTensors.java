package dev.weir.bench.suite;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Read-only tensors of pseudorandom values, the same in every run. */
final class RandomTensors {
  private static final int LETTERS = 26;

  private final Random random = new Random(1);

  /** Sets one element of a tensor. */
  interface Setting {
    void set(Tensor tensor, long i);
  }

  /**
   * Real and complex numbers between two bounds, whole numbers from the lower bound up to the upper
   * one, truths.
   */
  Tensor between(DType dtype, double low, double high, long... sizes) {
    double width = high - low;
    if (dtype == DType.BOOL) {
      return filled(dtype, sizes, (tensor, i) -> tensor.setBoolean(i, random.nextBoolean()));
    } else if (dtype.isComplex()) {
      return filled(
          dtype,
          sizes,
          (tensor, i) ->
              tensor.setComplex(
                  i, low + width * random.nextFloat(), low + width * random.nextFloat()));
    } else if (dtype == DType.FLOAT32) {
      return filled(
          dtype,
          sizes,
          (tensor, i) -> tensor.setFloat(i, (float) (low + width * random.nextFloat())));
    }
    return filled(
        dtype, sizes, (tensor, i) -> tensor.setDouble(i, low + width * random.nextFloat()));
  }

  /** Matrices of numbers between -3 and 3, with large real ones on their diagonals. */
  Tensor dominant(DType dtype, long... sizes) {
    long n = sizes[sizes.length - 1];
    return filled(
        dtype,
        sizes,
        (tensor, i) -> {
          boolean isDiagonal = i % n == i / n % n;
          double number = (isDiagonal ? 4 * n : 0) + 6 * random.nextFloat() - 3;
          if (dtype.isComplex() && !isDiagonal) {
            tensor.setComplex(i, number, 6 * random.nextFloat() - 3);
          } else {
            set(tensor, i, number);
          }
        });
  }

  /** Sets an element of a tensor of real or complex numbers. */
  static void set(Tensor tensor, long i, double number) {
    if (tensor.dtype().isComplex()) {
      tensor.setComplex(i, number, 0);
    } else {
      tensor.setDouble(i, number);
    }
  }

  /** Whole numbers from 0 up to a bound, without it. */
  Tensor wholes(DType dtype, int bound, long... sizes) {
    return filled(dtype, sizes, (tensor, i) -> tensor.setLong(i, random.nextInt(bound)));
  }

  /** Whole numbers from 0 up to a bound that never decrease, each as often as the others. */
  Tensor sorted(DType dtype, int bound, long count) {
    return filled(dtype, new long[] {count}, (tensor, i) -> tensor.setLong(i, i * bound / count));
  }

  /** Whole numbers from 0 on, each once. */
  Tensor permutation(int count) {
    List<Integer> order =
        IntStream.range(0, count).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(order, random);
    return filled(
        DType.INT32, new long[] {count}, (tensor, i) -> tensor.setLong(i, order.get((int) i)));
  }

  /** Strings made of random whole numbers below a bound. */
  Tensor strings(int bound, IntFunction<String> text, long... sizes) {
    return filled(
        DType.STRING,
        sizes,
        (tensor, i) ->
            tensor.setBytes(i, text.apply(random.nextInt(bound)).getBytes(StandardCharsets.UTF_8)));
  }

  /** Words of so many small letters. */
  Tensor words(int shortest, int longest, long... sizes) {
    return filled(
        DType.STRING,
        sizes,
        (tensor, i) -> {
          byte[] word = new byte[shortest + random.nextInt(longest - shortest + 1)];
          for (int j = 0; j < word.length; j++) {
            word[j] = (byte) ('a' + random.nextInt(LETTERS));
          }
          tensor.setBytes(i, word);
        });
  }

  /** Strings of so many random bytes. */
  Tensor bytes(int length, long... sizes) {
    return filled(
        DType.STRING,
        sizes,
        (tensor, i) -> {
          byte[] value = new byte[length];
          random.nextBytes(value);
          tensor.setBytes(i, value);
        });
  }

  /** The places of so many elements of a dense tensor, evenly spread, in order. */
  Tensor places(Shape dense, long count) {
    int rank = dense.rank();
    return filled(
        DType.INT64,
        new long[] {count, rank},
        (tensor, i) -> tensor.setLong(i, coordinate(dense, i / rank, (int) (i % rank), count)));
  }

  /** Where along an axis the element of a number is. */
  private static long coordinate(Shape dense, long number, int axis, long count) {
    long position = number * dense.elements() / count;
    for (int i = dense.rank() - 1; i > axis; i--) {
      position /= dense.size(i);
    }
    return position % dense.size(axis);
  }

  /** A tensor whose elements are set one after the other. */
  Tensor filled(DType dtype, long[] sizes, Setting element) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      element.set(tensor, i);
    }
    return tensor.freeze();
  }
}
