package dev.weir.cli.digits;

import dev.weir.error.WeirException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file of MNIST's format: an array of bytes with its sizes before it. May be compressed with
 * gzip.
 *
 * @param sizes one for each dimension
 * @param bytes the elements, the last dimension running fastest
 */
record IdxFile(int[] sizes, byte[] bytes) {
  private static final int BYTES = 8; // the format's number for unsigned bytes
  private static final int MOST_DIMENSIONS = 4;
  private static final long MOST_BYTES = 1L << 30;

  /** Reads a file to its end. */
  static IdxFile read(String name, InputStream stream) throws IOException {
    try (DataInputStream in = new DataInputStream(unpacked(stream))) {
      int magic = in.readInt();
      int dimensions = magic & 0xff;
      if (magic >>> 8 != BYTES || dimensions == 0 || dimensions > MOST_DIMENSIONS) {
        throw WeirException.invalidArgument(
            "%s is no IDX file of bytes: it begins with 0x%08x, expected 0x00000801 for labels or"
                + " 0x00000803 for images",
            name, magic);
      }
      int[] sizes = new int[dimensions];
      long total = 1;
      for (int i = 0; i < dimensions; i++) {
        sizes[i] = in.readInt();
        total = sizes[i] < 0 || sizes[i] > MOST_BYTES ? MOST_BYTES + 1 : total * sizes[i];
        if (total > MOST_BYTES) {
          throw WeirException.invalidArgument(
              "%s says that it has the sizes %s; at most %d bytes are read",
              name, Arrays.toString(sizes), MOST_BYTES);
        }
      }
      byte[] bytes = in.readNBytes((int) total);
      if (bytes.length < total) {
        throw WeirException.dataLoss(
            "%s ends early: its sizes %s need %d bytes, it has %d; fetch it again",
            name, Arrays.toString(sizes), total, bytes.length);
      }
      if (in.read() >= 0) {
        throw WeirException.dataLoss(
            "%s goes on after the %d bytes that its sizes %s need; fetch it again",
            name, total, Arrays.toString(sizes));
      }
      return new IdxFile(sizes, bytes);
    } catch (EOFException e) {
      throw WeirException.dataLoss("%s ends early; fetch it again", name);
    } catch (ZipException e) {
      throw WeirException.dataLoss("%s is damaged: %s; fetch it again", name, e);
    }
  }

  private static InputStream unpacked(InputStream stream) throws IOException {
    InputStream in = new BufferedInputStream(stream, 1 << 16);
    in.mark(2);
    boolean isPacked = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return isPacked ? new GZIPInputStream(in, 1 << 16) : in;
  }
}
