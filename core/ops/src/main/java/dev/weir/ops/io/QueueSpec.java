package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * What a queue holds and how.
 *
 * @param kind what it is called in messages
 * @param dtypes the types of the components of an element
 * @param shapes their shapes; empty if they may have any
 * @param capacity how many elements fit
 * @param least how many elements stay when others are taken, until it is closed
 * @param pads whether components of different sizes are put together by padding them
 */
record QueueSpec(
    String kind, List<DType> dtypes, List<Shape> shapes, long capacity, long least, boolean pads) {
  QueueSpec {
    dtypes = List.copyOf(dtypes);
    shapes = List.copyOf(shapes);
    if (!shapes.isEmpty() && shapes.size() != dtypes.size()) {
      throw WeirException.invalidArgument(
          "a queue needs a shape for each of its %d components, or none: got %s",
          dtypes.size(), shapes);
    }
  }

  /** A queue as attributes describe it. */
  static QueueSpec of(String kind, Attributes attrs) {
    long capacity = attrs.integer("capacity");
    return new QueueSpec(
        kind,
        attrs.types("component_types"),
        attrs.shapes("shapes"),
        capacity < 0 ? Long.MAX_VALUE : capacity,
        0,
        false);
  }

  QueueSpec withLeast(long count) {
    return new QueueSpec(kind, dtypes, shapes, capacity, count, pads);
  }

  QueueSpec withPadding() {
    return new QueueSpec(kind, dtypes, shapes, capacity, least, true);
  }

  QueueSpec withComponents(List<DType> newDtypes, List<Shape> newShapes) {
    return new QueueSpec(kind, newDtypes, newShapes, capacity, least, pads);
  }

  /** Refuses components of other types. */
  void requireTypes(List<DType> given) {
    if (!dtypes.equals(given)) {
      throw WeirException.invalidArgument(
          "the components of the queue are %s, not %s", dtypes, given);
    }
  }

  /** Refuses a component of another shape. */
  void requireShape(int component, Shape given) {
    if (!shapes.isEmpty() && !shapes.get(component).isCompatibleWith(given)) {
      throw WeirException.invalidArgument(
          "Shape mismatch in tuple component %d. Expected %s, got %s",
          component, shapes.get(component), given);
    }
  }

  /** Refuses to put elements together whose shapes are not known beforehand. */
  void requireShapes() {
    boolean known =
        shapes.size() == dtypes.size()
            && shapes.stream().allMatch(shape -> pads ? shape.hasRank() : shape.isFullyKnown());
    if (!known) {
      throw WeirException.invalidArgument(
          "%s: taking several elements at once needs the shapes of their components, it has %s",
          kind, shapes);
    }
  }
}
