package dev.weir.train;

import dev.weir.graph.DeviceSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.internal.Epochs;
import java.util.List;

/**
 * Places the parts of a model: each of its variables, and everything else. The slots of an
 * optimizer are placed with their variable.
 *
 * <p>All processes that build the same model must come to the same answer, for they share its
 * variables: an answer follows from what the model is made of, in its order, and from nothing else.
 */
public interface DeviceSetter {
  /** Chooses for the variables of one model, one after the other. */
  @FunctionalInterface
  interface Chooser {
    /** The device of the next variable, in full or in part. */
    DeviceSpec device(String name, DType dtype, Shape shape);
  }

  /** Where all that is no variable goes, in full or in part. */
  DeviceSpec rest();

  /** What chooses for a model that has no variables yet. */
  Chooser chooser();

  /**
   * Whether several processes share the variables, so that steps must be fenced by {@link Epochs}.
   */
  default boolean isShared() {
    return false;
  }

  /**
   * The tasks that the session of a worker needs, as device filters: it can be opened even if other
   * tasks are gone. Empty for all tasks.
   */
  default List<String> filters() {
    return List.of();
  }

  /** Asks for nothing: the runtime chooses. */
  static DeviceSetter none() {
    return new DeviceSetter() {
      @Override
      public DeviceSpec rest() {
        return DeviceSpec.ANY;
      }

      @Override
      public Chooser chooser() {
        return (name, dtype, shape) -> DeviceSpec.ANY;
      }
    };
  }
}
