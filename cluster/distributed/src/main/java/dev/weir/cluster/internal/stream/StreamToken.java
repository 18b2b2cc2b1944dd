package dev.weir.cluster.internal.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * How a caller shows that it knows the cluster's token: an HMAC of the key of the task it calls.
 * The token itself stays off the network, and its length does not matter.
 */
final class StreamToken {
  private static final String ALGORITHM = "HmacSHA256";

  private StreamToken() {}

  /** What a caller with this token says to the task with this key; empty without a token. */
  static String proof(@Nullable String token, long key) {
    if (token == null || token.isEmpty()) {
      return "";
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return HexFormat.of()
          .formatHex(mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(key).array()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is missing in this Java", e);
    }
  }
}
