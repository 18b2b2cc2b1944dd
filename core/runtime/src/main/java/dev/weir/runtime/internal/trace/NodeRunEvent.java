package dev.weir.runtime.internal.trace;

import dev.weir.graph.Node;
import dev.weir.runtime.internal.execute.StepListener;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A node that ran, as a Flight Recorder event. Off unless a recording asks for {@code
 * dev.weir.NodeRun}: steps do not pay for it otherwise.
 */
@Name("dev.weir.NodeRun")
@Label("Node Run")
@Description("A node of a graph was run")
@Category("Weir")
@StackTrace(false)
@Enabled(false)
public final class NodeRunEvent extends Event {
  private static final EventType TYPE = EventType.getEventType(NodeRunEvent.class);

  @Label("Device")
  String device = "";

  @Label("Node")
  String node = "";

  @Label("Op")
  String op = "";

  @Label("Kernel Provider")
  String provider = "";

  @Label("Kernel Time")
  @Timespan(Timespan.NANOSECONDS)
  long kernelTime;

  @Label("Output Size")
  @DataAmount
  long outputSize;

  /** Whether a recording wants these events now. */
  public static boolean isWanted() {
    return TYPE.isEnabled();
  }

  /** A listener that commits an event for every node. */
  public static StepListener listener() {
    return NodeRunEvent::commit;
  }

  private static void commit(
      String device, Node node, String provider, long startNanos, long endNanos, long outputBytes) {
    NodeRunEvent event = new NodeRunEvent();
    event.device = device;
    event.node = node.name();
    event.op = node.op().signature().name();
    event.provider = provider;
    event.kernelTime = endNanos - startNanos;
    event.outputSize = outputBytes;
    event.commit();
  }
}
