package dev.weir.cluster.master;

import dev.weir.cluster.Patience;
import dev.weir.cluster.check.ClusterReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a master treats others.
 *
 * @param patience how long it waits for tasks and clients
 * @param doctor who says what is wrong with a cluster that is not complete; null for nobody
 */
public record MasterOptions(Patience patience, @Nullable Doctor doctor) {
  /** The usual patience, and nobody to ask. */
  public static final MasterOptions STANDARD = new MasterOptions(Patience.STANDARD, null);

  /** Examines the tasks of the cluster. */
  @FunctionalInterface
  public interface Doctor {
    /** How all tasks are; takes little longer than the limit. */
    ClusterReport examine(Duration limit);
  }
}
