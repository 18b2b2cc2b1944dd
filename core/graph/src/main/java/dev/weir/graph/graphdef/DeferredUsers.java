package dev.weir.graph.graphdef;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the nodes of a file that cannot be built since one of their inputs cannot. */
final class DeferredUsers {
  private DeferredUsers() {}

  /** Marks all that depend on a node which is marked, or on one the graph could not build. */
  static void mark(List<FileNode> nodes) {
    Map<FileNode, List<FileNode>> users = new HashMap<>();
    ArrayDeque<FileNode> open = new ArrayDeque<>();
    for (FileNode node : nodes) {
      for (List<FileNode.Source> sources : List.of(node.inputs(), node.controls())) {
        for (FileNode.Source source : sources) {
          if (source.file() != null) {
            users.computeIfAbsent(source.file(), key -> new ArrayList<>()).add(node);
          } else if (source.isDeferred()) {
            node.defer();
          }
        }
      }
    }
    nodes.stream().filter(FileNode::isDeferred).forEach(open::add);
    while (!open.isEmpty()) {
      for (FileNode user : users.getOrDefault(open.removeFirst(), List.of())) {
        if (!user.isDeferred()) {
          user.defer();
          open.addLast(user);
        }
      }
    }
  }
}
