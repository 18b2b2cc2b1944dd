package dev.weir.ops.io;

import dev.weir.graph.Attributes;
import dev.weir.ops.support.StringMap;
import java.util.Base64;
import java.util.function.UnaryOperator;

/** Every string in the web-safe alphabet of base64, padded if {@code pad}. */
final class EncodeBase64 extends StringMap {
  EncodeBase64() {
    super("EncodeBase64(input: string) -> (output: string) pad:bool=false;");
  }

  @Override
  protected UnaryOperator<byte[]> map(Attributes attrs) {
    Base64.Encoder encoder = Base64.getUrlEncoder();
    Base64.Encoder chosen = attrs.bool("pad") ? encoder : encoder.withoutPadding();
    return chosen::encode;
  }
}
