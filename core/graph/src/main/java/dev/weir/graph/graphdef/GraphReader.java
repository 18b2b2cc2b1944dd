package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.schema.GraphDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.VersionDef;
import java.util.List;

/** Adds what a file holds to a graph. */
final class GraphReader {
  /** The newest version whose files can be read. */
  private static final int CONSUMER = 2014;

  private GraphReader() {}

  /** Adds everything, or nothing if anything is wrong. */
  static void read(GraphDef file, Graph graph, String prefix) {
    int producer = producer(file.getVersions());
    Expansion expansion = new Expansion();
    graph.atomically(
        () -> {
          FunctionLibraryReader library =
              new FunctionLibraryReader(graph, file.getLibrary(), producer, expansion);
          library.addAll();
          List<NodeDef> nodes = file.getNodeList().stream().map(library::withoutCalls).toList();
          String before = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
          new NodeImporter(graph, before, producer, expansion).add(nodes);
        });
  }

  private static int producer(VersionDef versions) {
    if (versions.getProducer() < 0) {
      throw WeirException.invalidArgument(
          "the file was written by version %d, which does not exist", versions.getProducer());
    }
    if (versions.getMinConsumer() > CONSUMER || versions.getBadConsumersList().contains(CONSUMER)) {
      throw WeirException.invalidArgument(
          "the file must not be read by version %d: it asks for %d or later, and not for %s",
          CONSUMER, versions.getMinConsumer(), versions.getBadConsumersList());
    }
    return versions.getProducer();
  }
}
