package dev.weir.cli.digits;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Gray pictures of digits, light on dark, and their labels. The arrays are not copied and must not
 * be changed.
 */
public final class DigitSet {
  /** How wide and high a picture is. */
  public static final int SIDE = 28;

  /** How many pixels a picture has. */
  public static final int PIXELS = SIDE * SIDE;

  /** How many kinds of digits there are. */
  public static final int KINDS = 10;

  private final byte[] pixels;
  private final byte[] labels;

  /**
   * A set.
   *
   * @param pixels picture after picture, row after row, 0 is dark
   * @param labels what the pictures show, from 0 to 9
   */
  public DigitSet(byte[] pixels, byte[] labels) {
    if (pixels.length != (long) labels.length * PIXELS) {
      throw WeirException.invalidArgument(
          "every picture needs a label: %d pixels make %s pictures of %d x %d, there are %d labels",
          pixels.length, pixels.length / (double) PIXELS, SIDE, SIDE, labels.length);
    }
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < 0 || labels[i] >= KINDS) {
        throw WeirException.invalidArgument(
            "a label is from 0 to 9, that of picture %d is %d", i, labels[i] & 0xff);
      }
    }
    this.pixels = pixels;
    this.labels = labels;
  }

  /** Reads what {@link #write} has written. */
  public static DigitSet read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int count = bytes.length / (PIXELS + 1);
      if (count * (PIXELS + 1) != bytes.length) {
        throw WeirException.dataLoss(
            "%s has %d bytes; pictures with their labels take %d each",
            file, bytes.length, PIXELS + 1);
      }
      return new DigitSet(
          Arrays.copyOfRange(bytes, count, bytes.length), Arrays.copyOf(bytes, count));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  /** Writes the set to a file: all labels, then all pictures. */
  public void write(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(labels);
      out.write(pixels);
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }

  /** How many pictures there are. */
  public int size() {
    return labels.length;
  }

  /**
   * One of several parts that have about as many pictures each: neighbors, for where every second
   * one is taken there may be only even digits.
   */
  public DigitSet part(int number, int parts) {
    if (number < 0 || number >= parts || parts > size()) {
      throw WeirException.invalidArgument(
          "there are %d pictures for %d parts, of which this is part %d", size(), parts, number);
    }
    int from = (int) ((long) size() * number / parts);
    int to = (int) ((long) size() * (number + 1) / parts);
    return new DigitSet(
        Arrays.copyOfRange(pixels, from * PIXELS, to * PIXELS),
        Arrays.copyOfRange(labels, from, to));
  }

  /** What a picture shows. */
  public int label(int picture) {
    return labels[picture];
  }

  /** The brightness of a pixel, from 0 to 1. */
  public float pixel(int picture, int row, int column) {
    return (pixels[picture * PIXELS + row * SIDE + column] & 0xff) / 255f;
  }

  /** Some pictures, by number, as {@code float32[count,28,28,1]} from 0 to 1. */
  public Tensor images(int[] pictures) {
    float[] values = new float[pictures.length * PIXELS];
    for (int i = 0; i < pictures.length; i++) {
      copy(pictures[i], 0, 0, values, i * PIXELS);
    }
    return Tensors.of(Shape.of(pictures.length, SIDE, SIDE, 1), FloatBuffer.wrap(values));
  }

  /** Images, each moved at random by at most this many pixels in each direction. */
  public Tensor movedImages(int[] pictures, int most, RandomGenerator random) {
    float[] values = new float[pictures.length * PIXELS];
    for (int i = 0; i < pictures.length; i++) {
      int down = random.nextInt(-most, most + 1);
      int right = random.nextInt(-most, most + 1);
      copy(pictures[i], down, right, values, i * PIXELS);
    }
    return Tensors.of(Shape.of(pictures.length, SIDE, SIDE, 1), FloatBuffer.wrap(values));
  }

  private void copy(int picture, int down, int right, float[] values, int at) {
    int first = Math.max(0, right);
    int last = Math.min(SIDE, SIDE + right);
    for (int row = Math.max(0, down); row < Math.min(SIDE, SIDE + down); row++) {
      int source = picture * PIXELS + (row - down) * SIDE - right;
      for (int column = first; column < last; column++) {
        values[at + row * SIDE + column] = (pixels[source + column] & 0xff) / 255f;
      }
    }
  }

  /** What some pictures show, as {@code int64[count]}. */
  public Tensor labels(int[] pictures) {
    long[] values = new long[pictures.length];
    for (int i = 0; i < pictures.length; i++) {
      values[i] = labels[pictures[i]];
    }
    return Tensors.vector(values);
  }

  /** One picture as {@code uint8[28,28,1]}. */
  public Tensor picture(int number) {
    return Tensors.ofBytes(
        DType.UINT8,
        Shape.of(SIDE, SIDE, 1),
        ByteBuffer.wrap(pixels, number * PIXELS, PIXELS).slice());
  }

  /** The first pictures, row by row, as one: {@code uint8[28 rows, 28 columns, 1]}. */
  public Tensor sheet(int rows, int columns) {
    byte[] sheet = new byte[rows * columns * PIXELS];
    for (int line = 0; line < rows * SIDE; line++) {
      for (int column = 0; column < columns; column++) {
        int picture = line / SIDE * columns + column;
        if (picture < size()) {
          int from = picture * PIXELS + line % SIDE * SIDE;
          System.arraycopy(pixels, from, sheet, (line * columns + column) * SIDE, SIDE);
        }
      }
    }
    return Tensors.ofBytes(
        DType.UINT8,
        Shape.of((long) rows * SIDE, (long) columns * SIDE, 1),
        ByteBuffer.wrap(sheet));
  }
}
