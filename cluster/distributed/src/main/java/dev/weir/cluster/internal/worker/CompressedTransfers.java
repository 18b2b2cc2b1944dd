package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.WireFormat;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import java.util.HashSet;
import java.util.Set;

/**
 * Which of the values that a graph sends are compressed on their way to other tasks.
 *
 * @param transfers the names of their transfers
 */
record CompressedTransfers(Set<String> transfers) {
  CompressedTransfers {
    transfers = Set.copyOf(transfers);
  }

  /** As the nodes of a graph say whose values are sent, or else as {@code usual}. */
  static CompressedTransfers of(Graph graph, WireFormat usual) {
    Set<String> transfers = new HashSet<>();
    for (Node node : graph.nodes()) {
      if (node.op().kind() == NodeKind.SEND
          && WireFormat.of(node.input(0).node(), usual).compresses()) {
        transfers.add(node.attrs().string("tensor_name"));
      }
    }
    return new CompressedTransfers(transfers);
  }

  boolean appliesTo(String key) {
    return !transfers.isEmpty() && transfers.contains(RendezvousKey.parse(key).name());
  }
}
