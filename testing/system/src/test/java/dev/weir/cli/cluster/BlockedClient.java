package dev.weir.cli.cluster;

import dev.weir.cluster.TaskId;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;

/** A client whose step waits for ever: {@code TARGET TASK QUEUE}. */
final class BlockedClient {
  private BlockedClient() {}

  public static void main(String[] arguments) {
    WaitingGraph waiting = new WaitingGraph(TaskId.parse(arguments[1]), arguments[2]);
    try (Session session = Session.connect(arguments[0], waiting.graph)) {
      waiting.run(session, RunOptions.DEFAULT);
    }
  }
}
