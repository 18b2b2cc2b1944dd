package dev.weir.ops.io;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.ByteSize;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Every string decompressed: {@code ZLIB}, {@code GZIP} or, if the type is empty, as it is. */
final class DecodeCompressed extends StringMap {
  /**
   * What one string may become: a part of the heap, on which strings are, and of the budget. All
   * strings together are bounded by {@link dev.weir.tensor.memory.HeapBudget}.
   */
  private static final long MOST_BYTES =
      Math.min(Allocator.shared().usage().budget(), Runtime.getRuntime().maxMemory() / 8);

  DecodeCompressed() {
    super("DecodeCompressed(bytes: string) -> (output: string) compression_type:string=\"\";");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    String type = attrs.string("compression_type");
    return switch (type) {
      case "" -> bytes -> bytes;
      case "ZLIB" -> bytes -> inflate(type, bytes, InflaterInputStream::new);
      case "GZIP" -> bytes -> inflate(type, bytes, GZIPInputStream::new);
      default ->
          throw WeirException.invalidArgument(
              "compression_type must be empty, ZLIB or GZIP, got \"%s\"", type);
    };
  }

  /** Reads all bytes; memory grows with what comes out, so a small input cannot exhaust it. */
  static byte[] readBounded(String type, InputStream in, long most) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 8));
    if (in.read() >= 0) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "more than "
              + ByteSize.format(bytes.length)
              + " come out of a string compressed by "
              + type
              + "; raise the maximum heap size (-Xmx) or weir.memory.budget");
    }
    return bytes;
  }

  /** Opens a stream over compressed bytes. */
  private interface Opener {
    InputStream open(InputStream bytes) throws IOException;
  }

  private static byte[] inflate(String type, byte[] bytes, Opener opener) {
    try (InputStream in = opener.open(new ByteArrayInputStream(bytes))) {
      return readBounded(type, in, MOST_BYTES);
    } catch (IOException e) {
      throw WeirException.dataLoss(
          "%d bytes are not what %s makes: %s", bytes.length, type, String.valueOf(e.getMessage()));
    }
  }
}
