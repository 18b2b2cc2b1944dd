package dev.weir.cluster.grpc;

import dev.weir.cluster.grpc.Security.Certificates;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Locale;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;

/** Mutual TLS: both ends show a certificate that the authority signed. */
final class Tls {
  private static final String OPENSSL = "OPENSSL_internal:";

  private Tls() {}

  static SslContext client(Certificates certificates) {
    return build(
        certificates,
        (chain, key) -> GrpcSslContexts.forClient().keyManager(chain, key),
        ClientAuth.NONE);
  }

  /** The client's side for plain sockets. */
  static SSLContext context(Certificates certificates) {
    SslContext tls =
        build(
            certificates,
            (chain, key) ->
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).keyManager(chain, key),
            ClientAuth.NONE);
    return ((JdkSslContext) tls).context();
  }

  static SslContext server(Certificates certificates) {
    return build(
        certificates,
        (chain, key) -> GrpcSslContexts.configure(SslContextBuilder.forServer(chain, key)),
        ClientAuth.REQUIRE);
  }

  /** Why two ends do not agree, for people: where OpenSSL says it, without its numbers. */
  static String reason(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    int code = text.indexOf(OPENSSL);
    return code < 0
        ? text
        : text.substring(code + OPENSSL.length()).toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static SslContext build(
      Certificates files,
      BiFunction<InputStream, InputStream, SslContextBuilder> begin,
      ClientAuth clients) {
    try (InputStream chain = Files.newInputStream(files.chain());
        InputStream key = Files.newInputStream(files.key());
        InputStream authority = Files.newInputStream(files.authority())) {
      return begin.apply(chain, key).trustManager(authority).clientAuth(clients).build();
    } catch (IOException | IllegalArgumentException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "the certificates "
              + files.chain()
              + ", "
              + files.key()
              + " and "
              + files.authority()
              + " cannot be used: "
              + e.getMessage(),
          e);
    }
  }
}
