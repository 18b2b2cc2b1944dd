package dev.weir.kernels.vector.internal.fusion;

import dev.weir.kernels.vector.internal.codegen.Stage;
import dev.weir.kernels.vector.internal.support.RowReduction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for inputs of certain shapes: how elements are cut into tiles, where values are, and
 * the stages for the forms of their operands. A tile is a number of whole rows, or a part of a row
 * where nothing is reduced. Values that are needed only in the cluster exist for a tile at a time.
 *
 * @param tasks what is done with a tile, in this order
 * @param once what is done before, the same for all tiles
 * @param places by the number of a value; then those of expanded values, in the same order
 * @param tileBytes memory for a tile
 * @param reuses for each output of the cluster, the input it may be written over, or -1
 */
record ClusterLayout(
    ClusterSpace space,
    int shift,
    int tileRows,
    int tileColumns,
    List<Task> tasks,
    List<Expand> once,
    @Nullable Place[] places,
    long tileBytes,
    int[] reuses) {
  /**
   * Where a value is.
   *
   * @param isLocal whether in the memory of a tile
   * @param offset in that memory
   * @param perRow bytes from one row to the next
   * @param perColumn bytes from one column to the next
   */
  record Place(boolean isLocal, long offset, long perRow, long perColumn) {}

  /** What is done with a tile. */
  sealed interface Task {}

  /**
   * Runs a stage.
   *
   * @param places of its operands and results
   * @param isRow whether over one element for each row
   * @param isFlat whether over all elements at once, not row by row
   */
  record Run(Stage stage, int[] places, boolean isRow, boolean isFlat) implements Task {}

  /** Reduces rows. */
  record Reduce(RowReduction reduction, int from, int to) implements Task {}

  /**
   * Copies a value so that it has an element for each of the tile.
   *
   * @param operand says where rows begin if they are not equally far apart
   * @param fill repeats an element; null if rows are copied
   */
  record Expand(int value, int target, @Nullable StretchedInput operand, @Nullable Stage fill)
      implements Task {}

  Place place(int index) {
    Place place = places[index];
    if (place == null) {
      throw new IllegalStateException("value " + index + " has no place");
    }
    return place;
  }

  /** Whether all stages are compiled; those that are not will be. */
  boolean isReady() {
    long elements = space.shape().elements();
    boolean isReady = true;
    for (Task task : tasks) {
      isReady &= isReady(task, elements);
    }
    for (Task task : once) {
      isReady &= isReady(task, elements);
    }
    return isReady;
  }

  private static boolean isReady(Task task, long elements) {
    return switch (task) {
      case Run run -> run.stage().isReady(elements);
      case Expand expand -> expand.fill() == null || expand.fill().isReady(elements);
      case Reduce reduce -> true;
    };
  }

  /** Roughly how many operations an element takes. */
  int cost() {
    int cost = 1;
    for (Task task : tasks) {
      cost += task instanceof Run run && !run.isRow() ? run.stage().shape().cost() : 1;
    }
    return cost;
  }
}
