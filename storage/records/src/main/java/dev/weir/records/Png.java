package dev.weir.records;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Images as PNG files, of eight bits a channel. Needs no window system.
 *
 * <p>An image is a tensor {@code [height, width, channels]} with 1 channel for gray, 2 for gray and
 * opacity, 3 for color, 4 for color and opacity.
 */
public final class Png {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  /** PNG's numbers for 1, 2, 3 and 4 channels. */
  private static final byte[] COLOR_TYPES = {0, 4, 2, 6};

  /** What is shown where a number is none. */
  private static final int[] BAD_COLOR = {255, 0, 0, 255};

  private Png() {}

  /** The file of an image of type uint8, or of floating numbers that {@link #toBytes} scales. */
  public static byte[] encode(Tensor image) {
    if (image.shape().rank() != 3
        || image.shape().size(2) < 1
        || image.shape().size(2) > 4
        || image.elements() == 0
        || image.elements() > 1 << 30) {
      throw WeirException.invalidArgument(
          "an image is a tensor [height, width, 1 to 4 channels], got %s%s",
          image.dtype(), image.shape());
    }
    int height = (int) image.shape().size(0);
    int width = (int) image.shape().size(1);
    int channels = (int) image.shape().size(2);
    byte[] pixels = toBytes(image);
    int row = width * channels;
    ByteBuffer filtered = ByteBuffer.allocate(height * (row + 1));
    for (int y = 0; y < height; y++) {
      filtered.put((byte) 0).put(pixels, y * row, row);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    header.put((byte) 8).put(COLOR_TYPES[channels - 1]);
    chunk(out, "IHDR", header.array());
    chunk(out, "IDAT", deflated(filtered.array()));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  /**
   * The elements as bytes. Floating numbers are scaled so that the largest is 255 if none is
   * negative; otherwise 0 becomes 128 and the number furthest from 0 is 127 from there. What is not
   * finite is red.
   */
  static byte[] toBytes(Tensor image) {
    int count = Math.toIntExact(image.elements());
    byte[] bytes = new byte[count];
    if (image.dtype() == DType.UINT8) {
      image.buffer().copyToArray(0, bytes, 0, count);
      return bytes;
    }
    if (!image.dtype().isFloating()) {
      throw WeirException.invalidArgument("an image is uint8 or floating, got %s", image.dtype());
    }
    int channels = (int) image.shape().size(2);
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      if (isFinite(image, i / channels, channels)) {
        least = Math.min(least, image.getFloat(i));
        greatest = Math.max(greatest, image.getFloat(i));
      }
    }
    float furthest = Math.max(Math.abs(least), Math.abs(greatest));
    boolean isSigned = least < 0;
    float scale = isSigned ? 127 / furthest : greatest < 1e-6f ? 0 : 255 / greatest;
    for (int i = 0; i < count; i++) {
      bytes[i] =
          isFinite(image, i / channels, channels)
              ? (byte) (int) (image.getFloat(i) * scale + (isSigned ? 128 : 0))
              : (byte) BAD_COLOR[i % channels];
    }
    return bytes;
  }

  private static boolean isFinite(Tensor image, int pixel, int channels) {
    for (int c = 0; c < channels; c++) {
      if (!Float.isFinite(image.getFloat((long) pixel * channels + c))) {
        return false;
      }
    }
    return true;
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] piece = new byte[1 << 13];
      while (!deflater.finished()) {
        out.write(piece, 0, deflater.deflate(piece));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static void chunk(ByteArrayOutputStream out, String kind, byte[] data) {
    ByteBuffer chunk = ByteBuffer.allocate(12 + data.length);
    chunk.putInt(data.length).put(kind.getBytes(StandardCharsets.US_ASCII)).put(data);
    CRC32 crc = new CRC32();
    crc.update(chunk.array(), 4, 4 + data.length);
    chunk.putInt((int) crc.getValue());
    out.writeBytes(chunk.array());
  }
}
