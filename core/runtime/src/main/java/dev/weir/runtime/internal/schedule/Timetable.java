package dev.weir.runtime.internal.schedule;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.place.CostModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When nodes run, in a model: as soon as possible, and as late as possible without the step taking
 * longer. What is computed takes what the {@link CostModel} guesses from shapes, and all that is
 * ready runs at once. What is received comes over one link, one value after the other in the order
 * in which they are needed, at a gigabyte a second, and is there a little after it was sent. A loop
 * counts as if it ran once.
 *
 * <p>The order in which things happen is the point of it; the nanoseconds are not to be trusted.
 */
final class Timetable {
  private static final double NANOS_PER_BYTE = 1;

  /** In the order in which they are needed. */
  private final List<Receive> receives;

  /** The other nodes in the order in which they may start, which has inputs before users. */
  private final List<Node> order;

  /** For a receive and what is computed from it alone, its place among the receives; else -1. */
  private final int[] receiveOf;

  private final double latency;
  private final double[] cost;

  /** As soon as possible, if values did not share a link. */
  private final double[] start;

  private final double[] finish;
  private final double[] arrival;
  private final double[] latestIssue;
  private double linkIsFree;
  private int done;

  Timetable(List<Node> nodes, List<Receive> found, CostModel costs, Duration latency) {
    this.latency = latency.toNanos();
    this.receiveOf = new int[nodes.size()];
    this.cost = nodes.stream().mapToDouble(node -> cost(node, costs)).toArray();
    this.start = new double[nodes.size()];
    this.finish = new double[nodes.size()];
    this.arrival = found.stream().mapToDouble(this::transfer).toArray();
    number(found);
    for (Node node : nodes) {
      start[node.id()] = run(node);
    }
    this.receives = found.stream().sorted(Comparator.comparingDouble(this::firstUse)).toList();
    number(receives);
    this.order =
        nodes.stream()
            .filter(node -> receiveOf[node.id()] < 0)
            .sorted(Comparator.comparingDouble(this::start).thenComparingInt(Node::id))
            .toList();
    this.latestIssue = latestIssues(runWithoutDelays());
  }

  private double cost(Node node, CostModel costs) {
    return node.op().kind() == NodeKind.RECEIVE ? latency : costs.computeNanos(node);
  }

  private void number(List<Receive> numbered) {
    Arrays.fill(receiveOf, -1);
    for (int i = 0; i < numbered.size(); i++) {
      receiveOf[numbered.get(i).node().id()] = i;
      for (Node node : numbered.get(i).handedOn()) {
        receiveOf[node.id()] = i;
      }
    }
  }

  /** The receives, what is needed first first. */
  List<Receive> receives() {
    return receives;
  }

  /** When a node may start. */
  double start(Node node) {
    return start[node.id()];
  }

  private double firstUse(Receive receive) {
    return receive.users().stream().mapToDouble(this::start).min().orElse(0);
  }

  private static double onLink(Receive receive) {
    return receive.bytes() * NANOS_PER_BYTE;
  }

  /** From when the link begins with a value until its users have it. */
  private double transfer(Receive receive) {
    double nanos = onLink(receive) + latency;
    for (Node node : receive.handedOn()) {
      nanos += cost[node.id()];
    }
    return nanos;
  }

  /** Runs a node when its inputs are there, which is returned. */
  private double run(Node node) {
    double ready = 0;
    for (Output input : node.inputs()) {
      ready = Math.max(ready, thereAt(input.node(), node));
    }
    for (Node control : node.controlInputs()) {
      ready = Math.max(ready, thereAt(control, node));
    }
    finish[node.id()] = ready + cost[node.id()];
    return ready;
  }

  private double thereAt(Node from, Node user) {
    if (isBackEdge(from, user)) {
      return 0;
    }
    int receive = receiveOf[from.id()];
    return receive < 0 ? finish[from.id()] : arrival[receive];
  }

  private static boolean isBackEdge(Node from, Node user) {
    return from.id() >= user.id();
  }

  /** When the last node is done if everything is asked for at once. */
  private double runWithoutDelays() {
    for (int i = 0; i < receives.size(); i++) {
      issue(i, null);
    }
    linkIsFree = 0;
    double end = 0;
    for (Node node : order) {
      run(node);
      end = Math.max(end, finish[node.id()]);
    }
    return end;
  }

  private double[] latestIssues(double end) {
    double[] latestFinish = new double[cost.length];
    double[] latest = new double[receives.size()];
    Arrays.fill(latestFinish, end);
    Arrays.fill(latest, end);
    for (Node node : order.reversed()) {
      double latestStart = latestFinish[node.id()] - cost[node.id()];
      for (Output input : node.inputs()) {
        limit(input.node(), node, latestStart, latestFinish, latest);
      }
      for (Node control : node.controlInputs()) {
        limit(control, node, latestStart, latestFinish, latest);
      }
    }
    double linkMustBegin = end;
    for (int i = latest.length - 1; i >= 0; i--) {
      Receive receive = receives.get(i);
      linkMustBegin = Math.min(latest[i] - transfer(receive), linkMustBegin - onLink(receive));
      latest[i] = linkMustBegin;
    }
    return latest;
  }

  /** What a node takes from another must be there when it starts. */
  private void limit(
      Node from, Node user, double time, double[] latestFinish, double[] latestArrival) {
    if (!isBackEdge(from, user)) {
      int receive = receiveOf[from.id()];
      double[] latest = receive < 0 ? latestFinish : latestArrival;
      int position = receive < 0 ? from.id() : receive;
      latest[position] = Math.min(latest[position], time);
    }
  }

  /** Runs what may start before a receive is first used; those before it have been issued. */
  void runUntilUseOf(int receive) {
    double use = firstUse(receives.get(receive));
    while (done < order.size() && start(order.get(done)) < use) {
      run(order.get(done++));
    }
  }

  /** Asks for a value when a node is done; at once if there is none. */
  void issue(int index, @Nullable Node after) {
    Receive receive = receives.get(index);
    double begins = Math.max(linkIsFree, after == null ? 0 : finish(after));
    linkIsFree = begins + onLink(receive);
    arrival[index] = begins + transfer(receive);
  }

  /** When a node is done that was run. */
  double finish(Node node) {
    return finish[node.id()];
  }

  /** The last moment to ask for a value without the step taking longer. */
  double latestIssue(int receive) {
    return latestIssue[receive];
  }
}
