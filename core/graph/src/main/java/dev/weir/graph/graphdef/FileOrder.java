package dev.weir.graph.graphdef;

import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;

/**
 * The nodes of a file, inputs before their users, otherwise in the order of the file. The back
 * edges of loops do not count.
 */
final class FileOrder {
  private static final int MAX_NAMED = 10;

  private final List<FileNode> nodes;
  private final int[] waitingFor;
  private final List<List<FileNode>> users;

  private FileOrder(List<FileNode> nodes) {
    this.nodes = nodes;
    this.waitingFor = new int[nodes.size()];
    this.users = new ArrayList<>(nodes.size());
    nodes.forEach(node -> users.add(new ArrayList<>(2)));
  }

  /** Sorts, or names the nodes of a cycle. */
  static List<FileNode> of(List<FileNode> nodes) {
    return new FileOrder(nodes).sort();
  }

  private List<FileNode> sort() {
    for (FileNode node : nodes) {
      node.inputs().forEach(source -> count(node, source));
      node.controls().forEach(source -> count(node, source));
    }
    PriorityQueue<Integer> ready = new PriorityQueue<>();
    for (int i = 0; i < waitingFor.length; i++) {
      if (waitingFor[i] == 0) {
        ready.add(i);
      }
    }
    List<FileNode> sorted = new ArrayList<>(nodes.size());
    while (!ready.isEmpty()) {
      FileNode next = nodes.get(ready.remove());
      sorted.add(next);
      for (FileNode user : users.get(next.position())) {
        if (--waitingFor[user.position()] == 0) {
          ready.add(user.position());
        }
      }
    }
    if (sorted.size() < nodes.size()) {
      throw cycle();
    }
    return sorted;
  }

  private void count(FileNode node, FileNode.Source source) {
    if (source.file() != null && !node.isBackEdge(source)) {
      waitingFor[node.position()]++;
      users.get(source.file().position()).add(node);
    }
  }

  /** Among nodes that wait, going from each to one it waits for must come back somewhere. */
  private WeirException cycle() {
    int start = 0;
    while (waitingFor[start] == 0) {
      start++;
    }
    Map<FileNode, Integer> seen = new HashMap<>();
    List<FileNode> path = new ArrayList<>();
    FileNode at = nodes.get(start);
    while (!seen.containsKey(at)) {
      seen.put(at, path.size());
      path.add(at);
      at = waitedForBy(at);
    }
    List<FileNode> circle = path.subList(seen.get(at), path.size()).reversed();
    String names =
        circle.stream()
            .limit(MAX_NAMED)
            .map(node -> node.def().getOp() + " \"" + node.def().getName() + "\"")
            .collect(Collectors.joining(" -> "));
    String rest =
        circle.size() > MAX_NAMED ? " -> and " + (circle.size() - MAX_NAMED) + " more" : "";
    return WeirException.invalidArgument(
        "the graph has a cycle; cut it, or make it a loop, whose one way back is from NextIteration"
            + " to Merge: %s%s -> \"%s\"",
        names, rest, circle.getFirst().def().getName());
  }

  private FileNode waitedForBy(FileNode node) {
    for (List<FileNode.Source> sources : Arrays.asList(node.inputs(), node.controls())) {
      for (FileNode.Source source : sources) {
        FileNode file = source.file();
        if (file != null && waitingFor[file.position()] > 0 && !node.isBackEdge(source)) {
          return file;
        }
      }
    }
    throw new IllegalStateException(node.def().getName() + " waits for nothing");
  }
}
