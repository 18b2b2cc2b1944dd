package dev.weir.zookeeper;

import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which tasks a cluster has, as its node says. Who comes first says it; who comes later with other
 * numbers is refused while tasks are registered, and replaces them when none are.
 */
final class PublishedCounts {
  private static final Logger logger = LoggerFactory.getLogger(PublishedCounts.class);
  private static final int MOST_ATTEMPTS = 50;

  private final ZooKeeperClient client;
  private final ZooKeeperAddress address;

  PublishedCounts(ZooKeeperClient client, ZooKeeperAddress address) {
    this.client = client;
    this.address = address;
  }

  void publish() {
    byte[] wanted = address.counts().toString().getBytes(StandardCharsets.UTF_8);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (client.create(address.path(), wanted)) {
        return;
      }
      Optional<ZooKeeperClient.Node> found = client.read(address.path());
      if (found.isPresent() && agrees(found.get(), wanted)) {
        return;
      }
    }
    throw new WeirException(
        ErrorCode.ABORTED,
        "%s was written %s times by others while its tasks were to be published"
            .formatted(address, MOST_ATTEMPTS));
  }

  private boolean agrees(ZooKeeperClient.Node node, byte[] wanted) {
    TaskCounts published = read(node.data());
    if (published.equals(address.counts())) {
      return true;
    }
    List<TaskId> registered = registered();
    if (!published.isEmpty() && !registered.isEmpty()) {
      throw WeirException.failedPrecondition(
          "the cluster at %s has %s, not %s, and %s is registered; stop its tasks first, or give"
              + " this cluster another path",
          address, published, address.counts(), registered.getFirst().name());
    }
    boolean written = client.write(address.path(), wanted, node.version());
    if (written && !published.isEmpty()) {
      logger.info("{}: {} instead of {}, of which none runs", address, address.counts(), published);
    }
    return written;
  }

  private List<TaskId> registered() {
    List<TaskId> tasks = new ArrayList<>();
    for (String job : client.children(address.path())) {
      for (String index : client.children(address.path() + "/" + job)) {
        MemberNodes.task(address.path(), address.path() + "/" + job + "/" + index)
            .ifPresent(tasks::add);
      }
    }
    return tasks;
  }

  /** What a cluster's node says; nothing if it was made as a folder, or by another program. */
  static TaskCounts read(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    try {
      return TaskCounts.parse(text);
    } catch (WeirException e) {
      logger.warn("{}: these are no numbers of tasks: {}", e.getMessage(), text);
      return TaskCounts.parse("");
    }
  }
}
