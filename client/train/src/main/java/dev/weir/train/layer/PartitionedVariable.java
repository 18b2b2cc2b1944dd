package dev.weir.train.layer;

import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.checkpoint.TensorSlice;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import dev.weir.train.VariableSlice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A variable that is kept in several, each a part of it: {@code name/part_0}, {@code name/part_1},
 * … As an operand it is whole. In a checkpoint it has its own name and says of which parts it is
 * made, so that it can be restored in another number of parts, or as one.
 *
 * {@snippet :
 * PartitionedVariable table =
 *     PartitionedVariable.create(
 *         model, "table", Initializer.uniform(-1, 1), Shape.of(1_000_000, 64), DType.FLOAT32,
 *         Partitioner.fixed(4));
 * Output rows = table.lookup(ids);
 * }
 */
public final class PartitionedVariable implements Operand {
  /** Which part has which row. */
  public enum Strategy {
    /** Neighbors are in the same part, as they are in the variable as a whole. */
    DIV,

    /**
     * Row i is in part {@code i mod parts}. The numbers of rows then say nothing of where they are
     * in the variable as a whole.
     */
    MOD
  }

  private final Model model;
  private final Shape shape;
  private final int axis;
  private final List<GraphVariable> parts;
  private final Output whole;

  private PartitionedVariable(Model model, Shape shape, int axis, List<GraphVariable> parts) {
    this.model = model;
    this.shape = shape;
    this.axis = axis;
    this.parts = List.copyOf(parts);
    Ops ops = model.ops();
    this.whole =
        parts.size() == 1
            ? parts.getFirst().asOutput()
            : ops.withName("whole").array.concat(parts, ops.constant(axis));
  }

  /** A trained variable, cut as a partitioner says. */
  public static PartitionedVariable create(
      Model model,
      String name,
      Initializer start,
      Shape shape,
      DType dtype,
      Partitioner partitioner) {
    Model inside = model.in(name);
    List<TensorSlice> slices = slices(shape, partitioner.axis(), partitioner.parts(shape, dtype));
    String prefix = inside.ops().scope().prefix();
    String fullName = prefix.substring(0, prefix.length() - 1);
    List<Output> starts = new ArrayList<>();
    List<GraphVariable> parts = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      int number = i;
      ShapeAndSlice slice = new ShapeAndSlice(shape, slices.get(i));
      GraphVariable part =
          inside.variable(
              "part_" + i,
              dtype,
              slice.sliceShape(),
              there -> {
                if (starts.isEmpty()) {
                  starts.addAll(start.ofParts(inside, shape, slices, dtype));
                }
                return starts.get(number);
              });
      if (inside.slice(part).isEmpty()) { // else it is shared
        inside.cut(part, new VariableSlice(fullName, slice));
      }
      parts.add(part);
    }
    return new PartitionedVariable(inside, shape, partitioner.axis(), parts);
  }

  /** Parts as equal as can be, the longer ones first. */
  private static List<TensorSlice> slices(Shape shape, int axis, int parts) {
    List<TensorSlice> slices = new ArrayList<>();
    long start = 0;
    for (int i = 0; i < parts; i++) {
      long length = shape.size(axis) / parts + (i < shape.size(axis) % parts ? 1 : 0);
      List<TensorSlice.Extent> extents =
          new ArrayList<>(Collections.nCopies(shape.rank(), new TensorSlice.Extent(0, -1)));
      extents.set(axis, new TensorSlice.Extent(start, length));
      slices.add(parts == 1 ? TensorSlice.whole(shape.rank()) : new TensorSlice(extents));
      start += length;
    }
    return slices;
  }

  /** The parts, in their order. */
  public List<GraphVariable> parts() {
    return parts;
  }

  /** All parts together. */
  @Override
  public Output asOutput() {
    return whole;
  }

  /** The rows of these numbers, read where they are; those of neighbors are in the same part. */
  public Output lookup(Operand ids) {
    return lookup(ids, Strategy.DIV);
  }

  /** The rows of these numbers, read where they are. The result has the shape of the numbers. */
  public Output lookup(Operand ids, Strategy strategy) {
    if (axis != 0) {
      throw WeirException.invalidArgument(
          "rows are looked up in a variable cut along dimension 0, %s is cut along %d", this, axis);
    }
    if (parts.size() == 1) {
      return parts.getFirst().gather(ids);
    }
    Ops ops = model.in("lookup").ops();
    Output flat = checked(ops, ops.array.reshape(ids, -1));
    Place place = strategy == Strategy.MOD ? dealt(ops, flat) : cut(ops, flat);
    Output part = ops.math.cast(place.part, DType.INT32);
    List<Output> rows = ops.array.dynamicPartition(place.row, part, parts.size());
    Output count = ops.array.size(flat);
    Output order = ops.array.range(0, count, 1);
    List<Output> positions = ops.array.dynamicPartition(order, part, parts.size());
    List<Output> found = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      found.add(parts.get(i).gather(rows.get(i)));
    }
    Output together = ops.array.dynamicStitch(positions, found);
    Output sizes =
        ops.array.concat(List.of(ops.array.shape(ids), Shapes.sizes(ops, rowShape())), 0);
    return ops.control.ensureShape(ops.array.reshape(together, sizes), resultShape(ids.shape()));
  }

  /** The parts would tell of rows and parts that are not there; this tells of the number. */
  private Output checked(Ops ops, Output ids) {
    Output least = Shapes.number(ops, 0, ids.dtype());
    Output end = Shapes.number(ops, shape.size(0), ids.dtype());
    Output isThere =
        ops.math.logicalAnd(ops.math.greaterEqual(ids, least), ops.math.less(ids, end));
    String rule =
        "the numbers of rows of " + name() + " must be in [0, " + shape.size(0) + "), they are";
    Node check =
        ops.control.assertThat(ops.math.reduceAll(isThere, 0), List.of(ops.constant(rule), ids));
    return ops.withControlDependencies(check).control.identity(ids);
  }

  private String name() {
    return model.slice(parts.getFirst()).map(VariableSlice::name).orElse("?");
  }

  private record Place(Output part, Output row) {}

  private Place dealt(Ops ops, Output ids) {
    Output count = Shapes.number(ops, parts.size(), ids.dtype());
    return new Place(ops.math.floorMod(ids, count), ops.math.floorDiv(ids, count));
  }

  /** The first {@code extra} parts have one row more than the others. */
  private Place cut(Ops ops, Output ids) {
    long rows = shape.size(0);
    long least = rows / parts.size();
    DType dtype = ids.dtype();
    Output extra = Shapes.number(ops, rows % parts.size(), dtype);
    Output length = Shapes.number(ops, least, dtype);
    Output longer = Shapes.number(ops, least + 1, dtype);
    Output past = ops.math.sub(ids, extra);
    Output part = ops.math.maximum(ops.math.floorDiv(ids, longer), ops.math.floorDiv(past, length));
    Output row =
        ops.array.select(
            ops.math.less(part, extra),
            ops.math.floorMod(ids, longer),
            ops.math.floorMod(past, length));
    return new Place(part, row);
  }

  private Shape rowShape() {
    long[] sizes = shape.sizes();
    return Shape.of(Arrays.copyOfRange(sizes, 1, sizes.length));
  }

  private Shape resultShape(Shape ids) {
    if (!ids.hasRank()) {
      return Shape.unknown();
    }
    long[] row = rowShape().sizes();
    long[] all = Arrays.copyOf(ids.sizes(), ids.rank() + row.length);
    System.arraycopy(row, 0, all, ids.rank(), row.length);
    return Shape.of(all);
  }

  @Override
  public String toString() {
    return "variable " + name() + " in " + parts.size() + " parts, " + whole.dtype() + shape;
  }
}
