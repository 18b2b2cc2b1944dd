package dev.weir.cluster.grpc;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a cluster know each other. With certificates, both ends of a connection show one
 * that the authority signed, and nobody else reads along. With a token, every call names it; a
 * token alone keeps strangers from calling by mistake, but goes over the network as it is.
 *
 * @param certificates certificates and authority, or null for connections that anybody can make
 * @param token what every call must name, or null for none
 */
public record Security(@Nullable Certificates certificates, @Nullable String token) {
  private static final int LARGEST_TOKEN = 4096;

  /** Connections that anybody can make. */
  public static final Security NONE = new Security(null, null);

  public Security {
    if (token != null && (token.isBlank() || !token.chars().allMatch(c -> c > ' ' && c < 127))) {
      throw WeirException.invalidArgument(
          "a token must be of visible ASCII characters without spaces");
    }
  }

  /**
   * Files in PEM form.
   *
   * @param chain this task's certificate, and those between it and the authority
   * @param key its private key, PKCS 8
   * @param authority the certificates of those whose signature counts
   */
  public record Certificates(Path chain, Path key, Path authority) {}

  /**
   * What a client's environment says: {@code WEIR_TLS_CERT}, {@code WEIR_TLS_KEY} and {@code
   * WEIR_TLS_CA} name the files of certificates, {@code WEIR_TOKEN_FILE} that with the token.
   */
  public static Security of(Map<String, String> environment) {
    List<String> names = List.of("WEIR_TLS_CERT", "WEIR_TLS_KEY", "WEIR_TLS_CA");
    List<String> given =
        names.stream().filter(name -> !environment.getOrDefault(name, "").isBlank()).toList();
    if (!given.isEmpty() && given.size() < names.size()) {
      throw WeirException.invalidArgument("%s go together; only %s is set", names, given);
    }
    List<Path> files = given.stream().map(name -> Path.of(environment.get(name))).toList();
    String tokenFile = environment.getOrDefault("WEIR_TOKEN_FILE", "");
    return new Security(
        files.isEmpty() ? null : new Certificates(files.get(0), files.get(1), files.get(2)),
        tokenFile.isBlank() ? null : readToken(Path.of(tokenFile)));
  }

  /** The token in a file, without the spaces and lines around it. */
  public static String readToken(Path file) {
    try {
      if (Files.size(file) > LARGEST_TOKEN) {
        throw WeirException.invalidArgument(
            "%s has no token in it: it is longer than %d bytes", file, LARGEST_TOKEN);
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw WeirException.ofIo("reading the token in " + file, e);
    }
  }

  /** Says whether there are certificates and a token, never which. */
  @Override
  public String toString() {
    return "Security[certificates=" + (certificates != null) + ", token=" + (token != null) + "]";
  }
}
