package dev.weir.runtime;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a program authenticates to a cluster. What is not given here is taken from the process, if
 * that has it.
 *
 * @param token what every call names, or null
 * @param certificates what both ends of a connection show, or null
 */
public record Credentials(@Nullable String token, @Nullable Certificates certificates) {
  /** Only what the process has. */
  public static final Credentials NONE = new Credentials(null, null);

  /**
   * Files in PEM form.
   *
   * @param chain the program's certificate, and those between it and the authority
   * @param key its private key, PKCS 8
   * @param authority the certificates of those whose signature counts
   */
  public record Certificates(Path chain, Path key, Path authority) {}

  /** A copy with a token. */
  public Credentials withToken(String word) {
    return new Credentials(word, certificates);
  }

  /** A copy with certificates. */
  public Credentials withCertificates(Path chain, Path key, Path authority) {
    return new Credentials(token, new Certificates(chain, key, authority));
  }

  /** Says whether there are certificates and a token, never which. */
  @Override
  public String toString() {
    return "Credentials[token="
        + (token != null)
        + ", certificates="
        + (certificates != null)
        + "]";
  }
}
