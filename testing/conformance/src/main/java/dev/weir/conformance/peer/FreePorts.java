package dev.weir.conformance.peer;

import dev.weir.cluster.server.LoopbackPorts;
import java.util.List;
import java.util.stream.Stream;

/** Ports for the servers that tests start, see {@link LoopbackPorts}. */
public final class FreePorts {
  private FreePorts() {}

  /** So many different ports. */
  public static List<Integer> find(int count) {
    return Stream.generate(LoopbackPorts.ofProcess()::next).limit(count).toList();
  }
}
