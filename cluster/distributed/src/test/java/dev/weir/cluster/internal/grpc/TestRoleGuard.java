package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.CertificateRoles;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which certificates allow which methods, for all methods that a task serves. */
final class TestRoleGuard {
  private static final CertificateRoles CLIENT = new CertificateRoles(true, false);
  private static final CertificateRoles TASK = new CertificateRoles(false, true);

  private static boolean isAllowed(String service, String method, CertificateRoles roles) {
    try {
      RoleGuard.check(service + "/" + method, method, roles);
      return true;
    } catch (WeirException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      return false;
    }
  }

  /** The methods that are served and allowed, without the packages of their services. */
  private static Set<String> allowed(CertificateRoles roles) {
    Set<String> allowed = new TreeSet<>();
    for (Rpc<?, ?> rpc : Rpcs.all()) {
      String service = rpc.service().fullName();
      if (isAllowed(service, rpc.name(), roles)) {
        allowed.add(service.replaceAll(".*\\.", "") + "/" + rpc.name());
      }
    }
    return allowed;
  }

  @Test
  void clientsCallMasters() {
    assertThat(allowed(CLIENT))
        .containsExactlyInAnyOrder(
            "MasterService/CloseSession",
            "MasterService/CreateSession",
            "MasterService/ExplainPlacement",
            "MasterService/ExtendSession",
            "MasterService/ListDevices",
            "MasterService/MakeCallable",
            "MasterService/PartialRunSetup",
            "MasterService/ReleaseCallable",
            "MasterService/Reset",
            "MasterService/RunCallable",
            "MasterService/RunStep",
            "TaskService/Status",
            "WorkerService/GetStatus");
  }

  @Test
  void tasksCallWorkers() {
    assertThat(allowed(TASK))
        .containsExactlyInAnyOrder(
            "TaskService/RenewSessions",
            "TaskService/Status",
            "WorkerService/CleanupAll",
            "WorkerService/CleanupGraph",
            "WorkerService/CreateWorkerSession",
            "WorkerService/DeleteWorkerSession",
            "WorkerService/DeregisterGraph",
            "WorkerService/GetStatus",
            "WorkerService/Logging",
            "WorkerService/MarkRecvFinished",
            "WorkerService/RecvTensor",
            "WorkerService/RegisterGraph",
            "WorkerService/RunGraph");
  }

  /** A method that is added and forgotten in the tables would be missing here. */
  @Test
  void certificatesWithoutLimitsAllowEverythingThatIsServed() {
    Set<String> both = new TreeSet<>(allowed(CLIENT));
    both.addAll(allowed(TASK));
    assertThat(allowed(CertificateRoles.ANY)).isEqualTo(both).hasSize(24);
  }

  @Test
  void unknownMethodsAreDenied() {
    assertThat(isAllowed(Rpc.Service.TASK.fullName(), "Anything", CertificateRoles.ANY)).isFalse();
    assertThat(isAllowed("other.Service", "GetStatus", CertificateRoles.ANY)).isFalse();
  }
}
