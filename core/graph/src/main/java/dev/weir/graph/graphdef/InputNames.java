package dev.weir.graph.graphdef;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the nodes that the inputs of a node name. */
final class InputNames {
  private static final int MAX_DIGITS = 9;

  private final Map<String, FileNode> byName;
  private final @Nullable Graph graph;

  /**
   * Names of a file.
   *
   * @param graph where to look for what the file does not have, if anywhere
   */
  InputNames(Map<String, FileNode> byName, @Nullable Graph graph) {
    this.byName = byName;
    this.graph = graph;
  }

  void resolve(FileNode node) {
    boolean sawControl = false;
    for (String input : node.def().getInputList()) {
      if (input.startsWith("^")) {
        sawControl = true;
        node.controls().add(find(node, input, input.substring(1), -1));
      } else if (sawControl) {
        throw FileNode.invalid(
            node.def(), "its input \"" + input + "\" comes after a control input");
      } else {
        node.inputs().add(data(node, input));
      }
    }
  }

  private FileNode.Source data(FileNode node, String input) {
    int colon = input.lastIndexOf(':');
    String digits = input.substring(colon + 1);
    if (colon < 0 || !isIndex(digits)) {
      return find(node, input, input, 0);
    }
    return find(node, input, input.substring(0, colon), Integer.parseInt(digits));
  }

  /** Digits without leading zeros. */
  static boolean isIndex(String text) {
    if (text.isEmpty()
        || text.length() > MAX_DIGITS
        || (text.length() > 1 && text.startsWith("0"))) {
      return false;
    }
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private FileNode.Source find(FileNode node, String input, String name, int output) {
    FileNode file = byName.get(name);
    if (file != null) {
      return new FileNode.Source(file, null, output);
    }
    Node existing = graph == null ? null : graph.find(name);
    if (existing == null && (graph == null || graph.findDeferred(name) == null)) {
      throw FileNode.invalid(
          node.def(), "its input \"" + input + "\" is missing: no node is called \"" + name + "\"");
    }
    return new FileNode.Source(null, existing, output);
  }
}
