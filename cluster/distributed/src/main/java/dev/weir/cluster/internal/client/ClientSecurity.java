package dev.weir.cluster.internal.client;

import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.WeirException;
import dev.weir.runtime.Credentials;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a client authenticates: the system properties {@code weir.tls.cert}, {@code weir.tls.key} and
 * {@code weir.tls.ca} name PEM files, {@code weir.token.file} a file with the cluster's token.
 * Where a property is not set, the environment variables {@code WEIR_TLS_CERT}, {@code
 * WEIR_TLS_KEY}, {@code WEIR_TLS_CA} and {@code WEIR_TOKEN_FILE} count. What a session's own {@link
 * Credentials} have comes before both.
 */
public final class ClientSecurity {
  private ClientSecurity() {}

  /** The credentials of a session; where they are missing, those of this process. */
  static Security of(Credentials own) {
    Credentials.Certificates files = own.certificates();
    boolean isAll = own.token() != null && files != null;
    Security process = isAll ? Security.NONE : ofProcess();
    return new Security(
        files == null
            ? process.certificates()
            : new Security.Certificates(files.chain(), files.key(), files.authority()),
        own.token() == null ? process.token() : Token.of(own.token()));
  }

  /** The credentials this process is configured with. */
  public static Security ofProcess() {
    return of(System::getProperty, System.getenv()::get);
  }

  static Security of(
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    String chain = named("weir.tls.cert", properties, environment);
    String key = named("weir.tls.key", properties, environment);
    String authority = named("weir.tls.ca", properties, environment);
    String tokenFile = named("weir.token.file", properties, environment);
    return new Security(
        certificates(chain, key, authority),
        tokenFile == null ? null : Token.ofFile(Path.of(tokenFile)));
  }

  private static @Nullable String named(
      String property,
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment) {
    String value = properties.apply(property);
    return value == null
        ? environment.apply(property.toUpperCase(Locale.ROOT).replace('.', '_'))
        : value;
  }

  private static Security.@Nullable Certificates certificates(
      @Nullable String chain, @Nullable String key, @Nullable String authority) {
    if (chain == null && key == null && authority == null) {
      return null;
    }
    if (chain == null || key == null || authority == null) {
      throw WeirException.invalidArgument(
          "weir.tls.cert, weir.tls.key and weir.tls.ca go together; they are %s, %s and %s",
          String.valueOf(chain), String.valueOf(key), String.valueOf(authority));
    }
    return new Security.Certificates(Path.of(chain), Path.of(key), Path.of(authority));
  }
}
