package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import dev.weir.ops.support.Utf8;
import java.util.Base64;
import java.util.function.UnaryOperator;

/**
 * The bytes that every string, in the web-safe alphabet of base64, stands for; padding may be
 * missing.
 */
final class DecodeBase64 extends StringMap {
  DecodeBase64() {
    super("DecodeBase64(input: string) -> (output: string)");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    return DecodeBase64::decode;
  }

  private static byte[] decode(byte[] text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw WeirException.invalidArgument(
          "not base64 in the web-safe alphabet: \"%s\" (%s)",
          Utf8.text(text), String.valueOf(e.getMessage()));
    }
  }
}
