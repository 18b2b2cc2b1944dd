package dev.weir.cluster.internal.master;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.internal.check.ClusterReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a master treats others.
 *
 * @param patience how long it waits for tasks and clients
 * @param doctor who says what is wrong with a cluster that is not complete; null for nobody
 * @param sessions how many sessions of clients it may have, open or being opened
 */
public record MasterOptions(ClusterTimeouts patience, @Nullable Doctor doctor, int sessions) {
  private static final int SESSIONS = 1_000;

  /** The usual patience, and nobody to ask. */
  public static final MasterOptions STANDARD = new MasterOptions(ClusterTimeouts.STANDARD, null);

  /** The usual number of sessions. */
  public MasterOptions(ClusterTimeouts patience, @Nullable Doctor doctor) {
    this(patience, doctor, SESSIONS);
  }

  /** Examines the tasks of the cluster. */
  @FunctionalInterface
  public interface Doctor {
    /** How all tasks are; takes little longer than the limit. */
    ClusterReport examine(Duration limit);
  }
}
