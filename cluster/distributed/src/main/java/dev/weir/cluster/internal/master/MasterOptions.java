package dev.weir.cluster.internal.master;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.internal.check.ClusterReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of a master.
 *
 * @param timeouts how long it waits for tasks and clients
 * @param diagnosis reports what is wrong with an incomplete cluster; null for no report
 * @param maxSessions how many sessions of clients may be open or opening
 */
public record MasterOptions(
    ClusterTimeouts timeouts, @Nullable Diagnosis diagnosis, int maxSessions) {
  /** Standard timeouts, no diagnosis, 1,000 sessions. */
  public static final MasterOptions STANDARD =
      new MasterOptions(ClusterTimeouts.STANDARD, null, 1_000);

  /** With other timeouts. */
  public MasterOptions withTimeouts(ClusterTimeouts other) {
    return new MasterOptions(other, diagnosis, maxSessions);
  }

  /** With a diagnosis of incomplete clusters. */
  public MasterOptions withDiagnosis(Diagnosis other) {
    return new MasterOptions(timeouts, other, maxSessions);
  }

  /** With another limit on sessions. */
  public MasterOptions withMaxSessions(int most) {
    return new MasterOptions(timeouts, diagnosis, most);
  }

  /** Examines the tasks of the cluster. */
  @FunctionalInterface
  public interface Diagnosis {
    /** The state of all tasks; takes little longer than the limit. */
    ClusterReport examine(Duration limit);
  }
}
