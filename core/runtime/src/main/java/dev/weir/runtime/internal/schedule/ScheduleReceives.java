package dev.weir.runtime.internal.schedule;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.runtime.internal.partition.LoopFrames;
import dev.weir.runtime.internal.place.CostModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a device ask for a value when it will soon be needed, not when the step starts. A task that
 * needs a parameter server's weights, one layer after the other, then holds a few of them at a time
 * and not all, and the first need not share the network with the last.
 *
 * <pre>
 * before:  %w1 = _Recv   %l1 = MatMul(%x, %w1)        after:  %l1, %l2, ... as before
 *          %w2 = _Recv   %l2 = MatMul(%l1, %w2)               %t = ControlTrigger ^%l1
 *          ...                                                %w9 = _Recv ^%t
 *          %w9 = _Recv   %l9 = MatMul(%l8, %w9)               %l9 = MatMul(%l8, %w9)
 * </pre>
 *
 * <p>A receive {@code r} is made to wait for a node {@code u}, its gate, only if
 *
 * <ol>
 *   <li>every user of {@code r} waits for {@code u} already, in every run;
 *   <li>{@code u} is where the value of an earlier receive is first used, and those between them
 *       are as many and as large as the {@link Lookahead};
 *   <li>in the {@link Timetable}, {@code u} is done before {@code r} must be asked for so that the
 *       step does not take longer;
 *   <li>both are outside of loops, and {@code r} waits for nothing yet.
 * </ol>
 *
 * <p><b>Why nothing ever waits forever because of it.</b> By the first rule the new edge changes
 * what {@code r} waits for, and nothing else: what is behind {@code r} is behind one of its users,
 * and so behind {@code u} as it always was. (What is computed from {@code r} alone, without effects
 * and seen by none but its users, counts as part of {@code r}.) So no send, no update of a
 * variable, no queue, no value for a client waits for anything it did not wait for before. Other
 * devices and tasks, and clients that feed a partial run, cannot tell the difference, whatever
 * depends on what through them: a send never waits for its receive. Nor is there a circle inside
 * the part: on one, every {@code u} would come, in the graph as it was, before some user of its
 * {@code r} and that before the next {@code u}, and around again to the first. A dead {@code u}
 * still triggers, for a {@code ControlTrigger} is in between.
 */
public final class ScheduleReceives implements GraphPass {
  /** What it is called when it is switched off. */
  public static final String NAME = "schedule-receives";

  private final Lookahead lookahead;

  /** With the usual lookahead. */
  public ScheduleReceives() {
    this(Lookahead.STANDARD);
  }

  /** With another lookahead. */
  public ScheduleReceives(Lookahead lookahead) {
    this.lookahead = lookahead;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph part, Set<String> kept) {
    List<Node> nodes = part.nodes();
    List<Receive> found = new FindReceives(nodes, lookahead).find();
    if (found.isEmpty()) {
      return part;
    }
    Timetable times = new Timetable(nodes, found, new CostModel(), lookahead.latency());
    Map<Receive, Node> gates = choose(nodes, times);
    return gates.isEmpty() ? part : new DelayReceives(part, gates).apply();
  }

  private Map<Receive, Node> choose(List<Node> nodes, Timetable times) {
    List<Receive> receives = times.receives();
    LoopFrames frames = LoopFrames.of(nodes);
    List<@Nullable Node> gates = new ArrayList<>();
    receives.forEach(receive -> gates.add(gate(receive, times, frames)));
    Precedence precedence = new Precedence(nodes, gates);
    Map<Receive, Node> chosen = new LinkedHashMap<>();
    for (int i = 0; i < receives.size(); i++) {
      times.runUntilUseOf(i);
      int number = choose(i, precedence, gates, times);
      Node gate = number < 0 ? null : gates.get(number);
      times.issue(i, gate);
      if (gate != null) {
        chosen.put(receives.get(i), gate);
      }
    }
    return chosen;
  }

  /** Where a value is first used outside of loops; null if nowhere. */
  private static @Nullable Node gate(Receive receive, Timetable times, LoopFrames frames) {
    return receive.users().stream()
        .filter(user -> frames.of(user) == null && frames.ofOutputs(user) == null)
        .min(Comparator.comparingDouble(times::start))
        .orElse(null);
  }

  /** The number of the last gate that will do for a receive; negative if none does. */
  private int choose(
      int index, Precedence precedence, List<@Nullable Node> gates, Timetable times) {
    List<Receive> receives = times.receives();
    BitSet before = precedence.beforeAll(receives.get(index).users());
    int ahead = 1;
    double bytes = receives.get(index).bytes();
    for (int i = before.length() - 1; i >= 0; i = before.previousSetBit(i - 1)) {
      Node gate = gates.get(i);
      if (ahead >= lookahead.receives()
          && bytes >= lookahead.bytes()
          && gate != null
          && times.finish(gate) <= times.latestIssue(index)) {
        return i;
      }
      ahead++;
      bytes += receives.get(i).bytes();
    }
    return -1;
  }
}
