package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.tensor.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows and columns a cluster computes with, for actual shapes. The columns are the dimensions
 * that are reduced, or those along which every input either advances or repeats one element.
 *
 * @param shape of the elements
 * @param columnAxes how many dimensions, the last ones, are columns
 */
record ClusterSpace(Shape shape, int columnAxes) {
  /** The space of a cluster; null if its nodes do not have one. */
  static @Nullable ClusterSpace of(Cluster cluster, Map<Node, Shape> shapes) {
    Shape shape = shape(cluster, shapes);
    if (shape == null || shape.elements() == 0) {
      return null;
    }
    int columns = cluster.axes();
    if (columns == 0) {
      columns = shape.rank();
      for (Node input : cluster.inputs()) {
        Shape given = shapes.getOrDefault(input, Shape.unknown());
        if (!StretchedInput.fits(given, shape)) {
          return null;
        }
        columns = StretchedInput.mostColumns(given, shape, columns);
      }
    }
    ClusterSpace space = new ClusterSpace(shape, columns);
    boolean isReduced = cluster.axes() > 0;
    return isReduced && (space.columns() < 2 || !space.rowsFit(cluster, shapes)) ? null : space;
  }

  long rows() {
    return shape.elements(0, shape.rank() - columnAxes);
  }

  long columns() {
    return shape.elements(shape.rank() - columnAxes, shape.rank());
  }

  /** The shape of all nodes with an element for each of the space; null if they differ. */
  private static @Nullable Shape shape(Cluster cluster, Map<Node, Shape> shapes) {
    Shape shape = null;
    for (int i = 0; i < cluster.nodes().size(); i++) {
      Node node = cluster.nodes().get(i);
      boolean isReduction = cluster.roles().get(i) instanceof Role.Reduction;
      if (isReduction || !cluster.isRow().get(i)) {
        Shape own = shapes.get(isReduction ? node.input(0).node() : node);
        if (own == null || (shape != null && !shape.equals(own))) {
          return null;
        }
        shape = own;
      }
    }
    return shape;
  }

  private boolean rowsFit(Cluster cluster, Map<Node, Shape> shapes) {
    for (int i = 0; i < cluster.nodes().size(); i++) {
      boolean isRow = cluster.isRow().get(i);
      if (isRow && !isRows(shapes.getOrDefault(cluster.nodes().get(i), Shape.unknown()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a shape has one element for each row: reduced dimensions are 1, or not there. */
  boolean isRows(Shape other) {
    int leading = shape.rank() - columnAxes;
    if (other.rank() != leading && other.rank() != shape.rank()) {
      return false;
    }
    for (int d = 0; d < other.rank(); d++) {
      if (other.size(d) != (d < leading ? shape.size(d) : 1)) {
        return false;
      }
    }
    return true;
  }

  /** How an input lies that is used with all elements; null if it cannot be. */
  @Nullable StretchedInput operand(Shape input) {
    return StretchedInput.fits(input, shape) ? StretchedInput.of(input, shape, columnAxes) : null;
  }
}
