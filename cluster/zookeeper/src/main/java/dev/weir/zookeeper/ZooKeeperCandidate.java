package dev.weir.zookeeper;

import dev.weir.cluster.Candidate;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;

/** A candidate in an election of Curator's: of those that stand, the one that came first leads. */
final class ZooKeeperCandidate implements Candidate {
  private final LeaderLatch latch;

  private ZooKeeperCandidate(LeaderLatch latch) {
    this.latch = latch;
  }

  static ZooKeeperCandidate stand(CuratorFramework client, String path, TaskId task) {
    LeaderLatch latch = new LeaderLatch(client, path, task.name());
    try {
      latch.start();
    } catch (Exception e) {
      throw new WeirException(
          ErrorCode.UNAVAILABLE, task.name() + " cannot stand for election at " + path, e);
    }
    return new ZooKeeperCandidate(latch);
  }

  @Override
  public boolean isElected() {
    return latch.hasLeadership();
  }

  @Override
  public void close() {
    if (latch.getState() == LeaderLatch.State.STARTED) {
      try {
        latch.close();
      } catch (IOException e) {
        throw WeirException.ofIo("standing down", e);
      }
    }
  }
}
