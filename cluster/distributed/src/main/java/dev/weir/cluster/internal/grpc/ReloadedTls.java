package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.error.WeirException;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS whose next connection uses the certificates that the files of an identity hold now, or those
 * before if gRPC's library for TLS does not take them.
 */
final class ReloadedTls extends SslContext {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadedTls.class);

  private final TlsIdentity identity;
  private final Function<TlsIdentity.State, SslContext> builder;
  private TlsIdentity.State builtFrom;
  private SslContext built;

  ReloadedTls(TlsIdentity identity, Function<TlsIdentity.State, SslContext> builder) {
    this.identity = identity;
    this.builder = builder;
    this.builtFrom = identity.current();
    this.built = builder.apply(builtFrom);
  }

  @SuppressWarnings("ReferenceEquality") // an identity makes a new state when its files change
  private synchronized SslContext now() {
    TlsIdentity.State state = identity.current();
    if (state != builtFrom) {
      builtFrom = state; // also if it cannot be used, so that this is said once
      try {
        built = builder.apply(state);
      } catch (WeirException e) {
        LOG.warn(
            "the certificate of {} cannot be used by gRPC, keeping the previous one: {}",
            state.chain().getFirst().getSubjectX500Principal().getName(),
            e.getMessage());
      }
    }
    return built;
  }

  @Override
  public boolean isClient() {
    return now().isClient();
  }

  @Override
  public List<String> cipherSuites() {
    return now().cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // the type is deprecated, the method to implement is not
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return now().applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    return now().newEngine(allocator);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String host, int port) {
    return now().newEngine(allocator, host, port);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return now().sessionContext();
  }
}
