package dev.weir.conformance;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.WeirException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/** What a {@code GraphDef} that extends another takes from it. */
final class GraphExtension {
  private GraphExtension() {}

  /** The inputs whose nodes are not in the {@code GraphDef} itself, as they are written there. */
  static Set<String> inputsFromElsewhere(byte[] graphDef) {
    GraphDef graph = parse(graphDef);
    Set<String> own =
        graph.getNodeList().stream().map(NodeDef::getName).collect(Collectors.toSet());
    Set<String> inputs = new LinkedHashSet<>();
    for (NodeDef node : graph.getNodeList()) {
      for (String input : node.getInputList()) {
        if (!own.contains(nodeOf(input))) {
          inputs.add(input);
        }
      }
    }
    return inputs;
  }

  private static String nodeOf(String input) {
    return input.startsWith("^") ? input.substring(1) : Endpoint.parse(input).node();
  }

  private static GraphDef parse(byte[] graphDef) {
    try {
      return GraphDef.parseFrom(graphDef);
    } catch (InvalidProtocolBufferException e) {
      throw WeirException.invalidArgument(
          "what should extend TensorFlow's graph is not a GraphDef: %s", e);
    }
  }
}
