package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Every string decompressed: {@code ZLIB}, {@code GZIP} or, if the type is empty, as it is. */
final class DecodeCompressed extends StringMap {
  DecodeCompressed() {
    super("DecodeCompressed(bytes: string) -> (output: string) compression_type:string=\"\";");
  }

  @Override
  UnaryOperator<byte[]> map(Attributes attrs) {
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

  /** Opens a stream over compressed bytes. */
  private interface Opener {
    InputStream open(InputStream bytes) throws IOException;
  }

  private static byte[] inflate(String type, byte[] bytes, Opener opener) {
    try (InputStream in = opener.open(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw WeirException.dataLoss(
          "%d bytes are not what %s makes: %s", bytes.length, type, String.valueOf(e.getMessage()));
    }
  }
}
