package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.tensor.Shape;
import org.jspecify.annotations.Nullable;

/** A node that may be part of a cluster, and the group it is in so far. */
final class ClusterCandidate {
  final Node node;
  final Role role;

  /** The shape of the elements it is computed with. */
  Shape space = Shape.unknown();

  /** Whether its result has one number for each row of that. */
  boolean isRow;

  private @Nullable ClusterCandidate parent;

  // of the group, where this is the root
  private int size = 1;
  private int axes;

  ClusterCandidate(Node node, Role role) {
    this.node = node;
    this.role = role;
    this.axes = role instanceof Role.Reduction reduction ? reduction.axes() : 0;
  }

  /** The member that stands for the group. */
  ClusterCandidate root() {
    ClusterCandidate root = this;
    while (root.parent != null) {
      root = root.parent;
    }
    for (ClusterCandidate next = this; next.parent != null; ) {
      ClusterCandidate above = next.parent;
      next.parent = root;
      next = above;
    }
    return root;
  }

  /** The nodes of the group. */
  int size() {
    return root().size;
  }

  /** How many dimensions the group reduces; 0 if none. */
  int axes() {
    return root().axes;
  }

  boolean isRowMap() {
    return isRow && role instanceof Role.Map;
  }

  /** Makes the groups of both one. */
  void join(ClusterCandidate other) {
    ClusterCandidate root = root();
    ClusterCandidate added = other.root();
    if (root != added) {
      added.parent = root;
      root.size += added.size;
      root.axes = Math.max(root.axes, added.axes);
    }
  }

  /** Whether shapes are equal, as far as is known. What is not known is compared at each run. */
  static boolean isAlike(Shape one, Shape other) {
    if (!one.hasRank() || !other.hasRank() || one.rank() != other.rank()) {
      return false;
    }
    for (int d = 0; d < one.rank(); d++) {
      boolean bothKnown = one.size(d) >= 0 && other.size(d) >= 0;
      if (bothKnown ? one.size(d) != other.size(d) : one.size(d) == 1 || other.size(d) == 1) {
        return false;
      }
    }
    return true;
  }
}
