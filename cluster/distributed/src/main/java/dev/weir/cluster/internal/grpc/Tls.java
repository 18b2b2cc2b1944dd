package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.grpc.Security.Certificates;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Mutual TLS: both ends show a certificate that the authority signed. */
final class Tls {
  private static final String OPENSSL = "OPENSSL_internal:";

  private Tls() {}

  static SslContext client(Certificates certificates) {
    return new ReloadedTls(
        certificates.identity(),
        state ->
            built(
                GrpcSslContexts.forClient().keyManager(state.key(), chain(state)),
                state,
                ClientAuth.NONE));
  }

  /** Fails if the certificate is limited to clients. */
  static SslContext server(Certificates certificates) {
    return new ReloadedTls(
        certificates.taskIdentity(),
        state ->
            built(
                GrpcSslContexts.configure(SslContextBuilder.forServer(state.key(), chain(state))),
                state,
                ClientAuth.REQUIRE));
  }

  private static X509Certificate[] chain(TlsIdentity.State state) {
    return state.chain().toArray(X509Certificate[]::new);
  }

  private static SslContext built(
      SslContextBuilder builder, TlsIdentity.State state, ClientAuth clients) {
    try {
      return builder.trustManager(state.trustManager()).clientAuth(clients).build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT, "the certificates cannot be used: " + e.getMessage(), e);
    }
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
}
