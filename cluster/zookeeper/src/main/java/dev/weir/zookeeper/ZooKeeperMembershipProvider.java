package dev.weir.zookeeper;

import dev.weir.cluster.Membership;
import dev.weir.cluster.MembershipProvider;
import java.time.Duration;

/** Opens clusters at {@code zk://host:2181,host:2182/path?ps=1&worker=2}. */
public final class ZooKeeperMembershipProvider implements MembershipProvider {
  @Override
  public String scheme() {
    return "zk";
  }

  @Override
  public Membership open(String description, Duration limit) {
    return ZooKeeperMembership.open(ZooKeeperAddress.parse(description), limit);
  }
}
