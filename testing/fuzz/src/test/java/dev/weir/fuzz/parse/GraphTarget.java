package dev.weir.fuzz.parse;

import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.text.GraphText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Graphs, in each of the forms they are read from. */
final class GraphTarget implements ParserTarget {
  enum Form {
    BINARY,
    PLACED,
    TEXT,
    OWN_TEXT
  }

  private final Form form;

  GraphTarget(Form form) {
    this.form = form;
  }

  @Override
  public List<byte[]> seeds() {
    return SeedGraphs.all().stream().map(this::write).toList();
  }

  private byte[] write(Graph graph) {
    return switch (form) {
      case BINARY, PLACED -> GraphDefs.toBinary(graph);
      case TEXT -> GraphDefs.toText(graph).getBytes(StandardCharsets.UTF_8);
      case OWN_TEXT -> GraphText.print(graph).getBytes(StandardCharsets.UTF_8);
    };
  }

  @Override
  public void parse(byte[] input) {
    Graph graph =
        switch (form) {
          case BINARY -> GraphDefs.fromBinary(input);
          case PLACED -> GraphDefs.fromPlaced(ByteBuffer.wrap(input));
          case TEXT -> GraphDefs.fromText(new String(input, StandardCharsets.UTF_8));
          case OWN_TEXT -> GraphText.parse(new String(input, StandardCharsets.UTF_8));
        };
    // what was read can be written
    byte[] unused = write(graph);
  }
}
