package dev.weir.zookeeper;

import dev.weir.cluster.Membership;
import java.time.Duration;

/** Opens the memberships of production with another client than Curator. */
public final class SimulatedMemberships {
  private SimulatedMemberships() {}

  /** Opens one; the client is connected, and closed with it. */
  public static Membership open(String description, ZooKeeperClient client, Duration limit) {
    return ZooKeeperMembership.open(
        ZooKeeperAddress.parse(description), client, Deadline.after(limit));
  }
}
