package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.CertificateRoles;
import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/**
 * Checks the role of a caller's certificate against the one that {@link Rpcs} demands. A method
 * that is not in that table is refused.
 */
final class RoleGuard implements ServerInterceptor {
  private static final Attributes.Key<CertificateRoles> ROLES =
      Attributes.Key.create("weir-certificate-roles");
  private static final Map<String, Rpc.Caller> CALLERS =
      Rpcs.all().stream().collect(Collectors.toUnmodifiableMap(Rpc::fullName, Rpc::caller));

  private final RefusalLog refusals;

  RoleGuard(RefusalLog refusals) {
    this.refusals = refusals;
  }

  /** Reads the certificate of a connection once. */
  static ServerTransportFilter filter() {
    return new ServerTransportFilter() {
      @Override
      public Attributes transportReady(Attributes attributes) {
        SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        return session == null
            ? attributes
            : attributes.toBuilder().set(ROLES, CertificateRoles.ofPeer(session)).build();
      }
    };
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    try {
      check(call, method);
    } catch (WeirException e) {
      refusals.add(
          method,
          call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
          String.valueOf(e.getMessage()));
      call.close(GrpcStatuses.of(e), ErrorTrailer.of(e, headers));
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }

  private static void check(ServerCall<?, ?> call, String method) {
    CertificateRoles roles = call.getAttributes().get(ROLES);
    if (roles == null) {
      throw WeirException.failedPrecondition("%s requires TLS", method);
    }
    check(call.getMethodDescriptor().getFullMethodName(), method, roles);
  }

  /** Fails unless a certificate with these roles may call a method. */
  static void check(String fullName, String method, CertificateRoles roles) {
    switch (CALLERS.get(fullName)) {
      case TASK -> roles.checkTask(method);
      case CLIENT -> roles.checkClient(method);
      case ANY -> {}
      case null ->
          throw new WeirException(
              ErrorCode.PERMISSION_DENIED, method + " is refused: no certificate allows it");
    }
  }
}
