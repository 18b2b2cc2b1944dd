package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.CertificateRoles;
import dev.weir.cluster.internal.transport.Refusals;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/**
 * Lets callers do what their certificates allow: methods of workers for tasks, of masters for
 * clients. GetStatus and Status are for all: clients ask by them whether a task is there, and what
 * it does. A method that is not in these tables is for nobody.
 */
final class RoleGuard implements ServerInterceptor {
  private static final Attributes.Key<CertificateRoles> ROLES =
      Attributes.Key.create("weir-certificate-roles");
  private static final String RENEW_SESSIONS =
      MethodDescriptor.generateFullMethodName(Methods.TASK, Methods.RENEW_SESSIONS);
  private static final Set<String> FOR_ALL =
      Set.of(
          MethodDescriptor.generateFullMethodName(Methods.WORKER, "GetStatus"),
          MethodDescriptor.generateFullMethodName(Methods.TASK, "Status"));
  private static final Set<String> FOR_CLIENTS =
      names(
          Methods.MASTER,
          "CreateSession",
          "ExtendSession",
          "PartialRunSetup",
          "CloseSession",
          "ListDevices",
          "Reset",
          "ExplainPlacement",
          "MakeCallable",
          "ReleaseCallable",
          "RunStep",
          "RunCallable");
  private static final Set<String> FOR_TASKS =
      names(
          Methods.WORKER,
          "CreateWorkerSession",
          "DeleteWorkerSession",
          "RegisterGraph",
          "DeregisterGraph",
          "CleanupGraph",
          "CleanupAll",
          "MarkRecvFinished",
          "Logging",
          "RunGraph",
          "RecvTensor");

  private final Refusals refusals;

  RoleGuard(Refusals refusals) {
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
      call.close(Statuses.of(e), ErrorTrailer.of(e, headers));
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }

  private static void check(ServerCall<?, ?> call, String method) {
    CertificateRoles roles = call.getAttributes().get(ROLES);
    if (roles == null) {
      throw WeirException.failedPrecondition("%s came over a connection without TLS", method);
    }
    check(call.getMethodDescriptor().getFullMethodName(), method, roles);
  }

  /** Refuses a method that is not for these roles, or of which it is not known for whom it is. */
  static void check(String fullName, String method, CertificateRoles roles) {
    if (FOR_TASKS.contains(fullName) || fullName.equals(RENEW_SESSIONS)) {
      roles.checkTask(method);
    } else if (FOR_CLIENTS.contains(fullName)) {
      roles.checkClient(method);
    } else if (!FOR_ALL.contains(fullName)) {
      throw new WeirException(
          ErrorCode.PERMISSION_DENIED, method + " is refused: no certificate allows it");
    }
  }

  private static Set<String> names(String service, String... methods) {
    return Arrays.stream(methods)
        .map(method -> MethodDescriptor.generateFullMethodName(service, method))
        .collect(Collectors.toUnmodifiableSet());
  }
}
