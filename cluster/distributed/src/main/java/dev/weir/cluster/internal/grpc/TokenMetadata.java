package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.cluster.internal.transport.Token;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/** A word that every call must name. */
final class TokenMetadata {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final String SCHEME = "Bearer ";

  private TokenMetadata() {}

  static void add(Metadata headers, Token token) {
    headers.put(AUTHORIZATION, SCHEME + token.current());
  }

  /** Refuses calls that do not name the token. How long that takes says nothing about it. */
  static final class Guard implements ServerInterceptor {
    private final RefusalLog refusals;
    private final Token token;

    Guard(Token token, RefusalLog refusals) {
      this.refusals = refusals;
      this.token = token;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      String named = headers.get(AUTHORIZATION);
      if (named != null
          && named.startsWith(SCHEME)
          && token.accepts(named.substring(SCHEME.length()))) {
        return next.startCall(call, headers);
      }
      String why =
          named == null ? "the caller presents no token" : "the caller presents a wrong token";
      refusals.add(
          String.valueOf(call.getMethodDescriptor().getBareMethodName()),
          call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
          why);
      call.close(
          Status.UNAUTHENTICATED.withDescription(
              "the call is refused: "
                  + why
                  + "; give every task and client of the cluster the same token"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}
