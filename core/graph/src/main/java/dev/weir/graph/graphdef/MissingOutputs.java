package dev.weir.graph.graphdef;

import dev.weir.graph.Attributes;
import dev.weir.graph.Node;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is known of the outputs of nodes whose ops are not known: the types that their users expect.
 */
final class MissingOutputs {
  /** No op of TensorFlow's has more outputs that are not a list. */
  private static final int MOST = 1024;

  private final Map<FileNode, List<DType>> outputs = new HashMap<>();

  private MissingOutputs() {}

  /**
   * Collects what is expected, and defers the users that cannot be satisfied: those that take a
   * reference to state, or expect another type than the users before them.
   */
  static MissingOutputs of(List<FileNode> nodes, Function<FileNode, Attributes> attrs) {
    MissingOutputs all = new MissingOutputs();
    for (FileNode node : nodes) {
      boolean takesMissing = node.inputs().stream().anyMatch(MissingOutputs::isMissing);
      if (node.missing() == null && takesMissing && !all.expect(node, attrs.apply(node))) {
        node.defer();
      }
    }
    return all;
  }

  /** The types of the outputs of a node that are used. */
  List<DType> of(FileNode missing) {
    return outputs.getOrDefault(missing, List.of());
  }

  private static boolean isMissing(FileNode.Source source) {
    Node existing = source.existing();
    return source.file() == null
        ? existing != null && existing.missing() != null
        : source.file().missing() != null;
  }

  /** Notes what a node expects of its inputs; false if they cannot be that. */
  private boolean expect(FileNode node, Attributes attrs) {
    Signature signature = node.op().signature();
    List<DType> types = signature.inputDtypes(attrs);
    boolean[] references = signature.inputIsRef(attrs);
    if (types.size() != node.inputs().size()) {
      return true; // which is refused when it is built, with the better message
    }
    for (int i = 0; i < types.size(); i++) {
      FileNode.Source source = node.inputs().get(i);
      if (isMissing(source) && (references[i] || !expect(source, types.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private boolean expect(FileNode.Source source, DType type) {
    Node existing = source.existing();
    if (existing != null) {
      return source.output() < existing.outputCount()
          && existing.outputDtype(source.output()) == type;
    }
    if (source.file() == null || source.output() >= MOST) {
      return false;
    }
    List<DType> known = outputs.computeIfAbsent(source.file(), key -> new ArrayList<>());
    while (known.size() < source.output()) {
      known.add(DType.VARIANT); // not used so far, and so not to be fed
    }
    if (known.size() == source.output()) {
      known.add(type);
    } else if (known.get(source.output()) == DType.VARIANT) {
      known.set(source.output(), type);
    }
    return known.get(source.output()) == type;
  }
}
