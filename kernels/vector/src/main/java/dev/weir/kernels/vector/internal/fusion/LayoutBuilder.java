package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.kernels.vector.internal.codegen.Outlined;
import dev.weir.kernels.vector.internal.codegen.Stage;
import dev.weir.kernels.vector.internal.codegen.StageShape;
import dev.weir.kernels.vector.internal.fusion.ClusterLayout.Expand;
import dev.weir.kernels.vector.internal.fusion.ClusterLayout.Place;
import dev.weir.kernels.vector.internal.fusion.ClusterLayout.Task;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.tensor.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the layout of a cluster for the shapes of its inputs. */
final class LayoutBuilder {
  /** Bytes of a value in a tile: all values of a tile should fit the first-level cache. */
  private static final int TILE_BYTES = 8 << 10;

  /** Bytes of a row beyond which tiles of whole rows are too large for the caches. */
  private static final int MOST_ROW_BYTES = 256 << 10;

  /** Vectors in a row that are worth a call for each row; other rows are expanded before. */
  private static final int LONG_ROW = 4;

  private final Cluster cluster;
  private final ClusterProgram program;
  private final Element<?> element;
  private final Map<Node, Shape> shapes;
  private final ClusterSpace space;
  private final int tileRows;
  private final int tileColumns;

  /** Whether stages are called for each row, and operands need not be expanded. */
  private final boolean isRowByRow;

  private final @Nullable StretchedInput[] operands;
  private final @Nullable Place[] places;
  private final int[] lastUse;
  private final Set<Integer> expanded = new HashSet<>();
  private final List<Task> tasks = new ArrayList<>();
  private final List<Expand> once = new ArrayList<>();
  private final Deque<Long> free = new ArrayDeque<>();
  private final int[] reuses;
  private long used;

  private LayoutBuilder(
      Cluster cluster,
      ClusterProgram program,
      Element<?> element,
      Map<Node, Shape> shapes,
      ClusterSpace space) {
    this.cluster = cluster;
    this.program = program;
    this.element = element;
    this.shapes = shapes;
    this.space = space;
    int lanes = element.species().length();
    long columns = space.columns();
    long tile = TILE_BYTES >> element.shift();
    boolean isCut = cluster.axes() == 0 && columns > tile;
    this.tileColumns = (int) (isCut ? tile : columns);
    this.tileRows = (int) (isCut ? 1 : Math.max(1, Math.min(space.rows(), tile / columns)));
    this.isRowByRow = tileRows == 1 || (columns % lanes == 0 && columns >= (long) LONG_ROW * lanes);
    this.operands = new StretchedInput[program.inputs()];
    this.places = new Place[2 * program.values()];
    this.lastUse = program.lastUses();
    this.reuses = new int[cluster.outputs().size()];
  }

  /** The layout for these shapes of inputs and nodes; null if the nodes must run one by one. */
  static @Nullable ClusterLayout build(
      Cluster cluster, ClusterProgram program, Map<Node, Shape> shapes) {
    ClusterSpace space = ClusterSpace.of(cluster, shapes);
    Element<?> element = program.element();
    if (space == null
        || (cluster.axes() > 0 && space.columns() << element.shift() > MOST_ROW_BYTES)) {
      return null;
    }
    LayoutBuilder builder = new LayoutBuilder(cluster, program, element, shapes, space);
    return builder.placeInputs() ? builder.build() : null;
  }

  private ClusterLayout build() {
    placeOutputs();
    List<ClusterProgram.Step> steps = program.steps();
    for (int i = 0; i < steps.size(); i++) {
      switch (steps.get(i)) {
        case ClusterProgram.MapStep map -> add(map, i);
        case ClusterProgram.ReduceStep reduce -> {
          release(List.of(reduce.operand()), i);
          if (places[reduce.result()] == null) {
            places[reduce.result()] = localRow();
          }
          tasks.add(
              new ClusterLayout.Reduce(
                  Outlined.of(reduce.reduction()), reduce.operand(), reduce.result()));
        }
      }
    }
    return new ClusterLayout(
        space,
        element.shift(),
        tileRows,
        tileColumns,
        List.copyOf(tasks),
        List.copyOf(once),
        places,
        used,
        reuses);
  }

  private boolean placeInputs() {
    for (int i = 0; i < program.inputs(); i++) {
      Shape shape = shapes.getOrDefault(cluster.inputs().get(i), Shape.unknown());
      StretchedInput operand = space.operand(shape);
      if (program.isUsedByRows(i)) {
        if (!placeForRows(i, shape, operand)) {
          return false;
        }
      } else if (operand == null) {
        return false;
      } else {
        operands[i] = operand;
        places[i] = place(operand.form());
      }
    }
    return true;
  }

  /** An input of nodes that compute one number for each row, and maybe of others. */
  private boolean placeForRows(int input, Shape shape, @Nullable StretchedInput operand) {
    boolean isOne = shape.elements() == 1;
    if (!isOne && !space.isRows(shape)) {
      return false;
    }
    StretchedInput.Form form = isOne ? StretchedInput.Form.ONE : StretchedInput.Form.ROWS;
    if (program.isUsedByElements(input)) {
      if (operand == null || operand.form() != form) {
        return false;
      }
      operands[input] = operand;
    } else {
      operands[input] = new StretchedInput(form, true, new long[0], new long[0]);
    }
    places[input] = place(form);
    return true;
  }

  private Place place(StretchedInput.Form form) {
    long size = 1L << element.shift();
    return switch (form) {
      case DENSE -> new Place(false, 0, space.columns() * size, size);
      case ROWS -> new Place(false, 0, size, 0);
      case COLUMNS -> new Place(false, 0, 0, size);
      case ONE, MIXED -> new Place(false, 0, 0, 0);
    };
  }

  /** Results are written where they stay. */
  private void placeOutputs() {
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < reuses.length; i++) {
      int value = program.valueOf(cluster.outputs().get(i));
      boolean isRow = program.isRow(value);
      places[value] = place(isRow ? StretchedInput.Form.ROWS : StretchedInput.Form.DENSE);
      reuses[i] = isRow ? -1 : reusable(program.stepOf(value), taken);
      taken.add(reuses[i]);
    }
  }

  /** An input that no step reads after one that stores a result; -1 if there is none. */
  private int reusable(int step, Set<Integer> taken) {
    for (int i = 0; i < program.inputs(); i++) {
      StretchedInput operand = operands[i];
      if (operand != null
          && operand.form() == StretchedInput.Form.DENSE
          && lastUse[i] <= step
          && !taken.contains(i)) {
        return i;
      }
    }
    return -1;
  }

  private void add(ClusterProgram.MapStep step, int index) {
    int operandCount = step.operands().size();
    int[] at = new int[operandCount + step.results().size()];
    List<Boolean> repeated = new ArrayList<>();
    boolean isFlat = true;
    for (int i = 0; i < operandCount; i++) {
      int value = step.operands().get(i);
      StretchedInput.Form form = form(value);
      boolean isPerRow =
          !step.isRow() && form != StretchedInput.Form.DENSE && form != StretchedInput.Form.ONE;
      boolean isExpanded = isPerRow && (!isRowByRow || form == StretchedInput.Form.MIXED);
      at[i] = isExpanded ? expansion(value) : value;
      repeated.add(
          form == StretchedInput.Form.ONE
              || (isPerRow && !isExpanded && form == StretchedInput.Form.ROWS));
      isFlat &= !isPerRow || isExpanded;
    }
    release(step.operands(), index);
    for (int i = 0; i < step.results().size(); i++) {
      int value = step.results().get(i);
      at[operandCount + i] = value;
      if (places[value] == null) {
        places[value] = step.isRow() ? localRow() : local();
      }
    }
    Stage stage = Stage.of(new StageShape(element, repeated, step.steps(), step.stored()));
    tasks.add(new ClusterLayout.Run(stage, at, step.isRow(), isFlat || tileRows == 1));
  }

  private StretchedInput.Form form(int value) {
    if (value >= program.inputs()) {
      return program.isRow(value) ? StretchedInput.Form.ROWS : StretchedInput.Form.DENSE;
    }
    StretchedInput operand = operands[value];
    return operand == null ? StretchedInput.Form.MIXED : operand.form();
  }

  /** The place of a value that has an element for each of the tile. */
  private int expansion(int value) {
    int target = program.values() + value;
    if (expanded.add(value)) {
      StretchedInput operand = value < program.inputs() ? operands[value] : null;
      StretchedInput.Form form = form(value);
      boolean repeats = operand == null || operand.repeatsColumn();
      Stage fill = repeats ? Stage.of(StageShape.copy(element, true)) : null;
      boolean isMixed = form == StretchedInput.Form.MIXED;
      Expand expand = new Expand(value, target, isMixed ? operand : null, fill);
      places[target] = fresh(tileRows * (long) tileColumns, space.columns());
      if (form == StretchedInput.Form.COLUMNS) {
        once.add(expand);
      } else {
        tasks.add(expand);
      }
    }
    return target;
  }

  /** Memory whose value no later step reads can be used again. */
  private void release(List<Integer> values, int step) {
    for (int value : values) {
      Place place = places[value];
      if (place != null && place.isLocal() && place.perColumn() != 0 && lastUse[value] == step) {
        free.push(place.offset());
      }
    }
  }

  private Place local() {
    Long offset = free.poll();
    return offset == null
        ? fresh(tileRows * (long) tileColumns, tileColumns)
        : new Place(true, offset, (long) tileColumns << element.shift(), 1L << element.shift());
  }

  private Place localRow() {
    Place place = fresh(tileRows, 1);
    return new Place(true, place.offset(), 1L << element.shift(), 0);
  }

  /** New memory, with room for a vector behind it, since rows are filled with whole vectors. */
  private Place fresh(long elements, long columns) {
    long offset = used;
    long bytes = (elements << element.shift()) + Lanes.BYTES;
    used += Math.ceilDiv(bytes, Lanes.BYTES) * Lanes.BYTES;
    return new Place(true, offset, columns << element.shift(), 1L << element.shift());
  }
}
