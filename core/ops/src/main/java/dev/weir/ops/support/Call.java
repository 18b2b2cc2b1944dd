package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;

/**
 * One node and the constants that are its arguments. Constants are named below the node, as {@code
 * Mean_1/axes}, and so take no name that a program might ask for.
 */
public final class Call {
  private final Scope scope;
  private final String op;
  private final String name;

  Call(Scope scope, String op) {
    String free = scope.graph().freeName(scope.nameFor(op));
    this.op = op;
    this.name = free.substring(scope.prefix().length());
    this.scope = scope.withName(name);
  }

  /** An argument computed by a node of its own, which is named below this one. */
  public Output computed(String argument, String argumentOp, Operand... inputs) {
    NodeBuilder builder = scope.withName(name + "/" + argument).node(argumentOp);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  /** A constant for the argument of this name. */
  public Output constant(String argument, Tensor value) {
    return scope
        .withName(name + "/" + argument)
        .node("Const")
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build()
        .output(0);
  }

  /** An int32 scalar: an axis, a count. */
  public Output scalar(String argument, int value) {
    return constant(argument, Tensors.scalar(value));
  }

  /** A number in the element type of an operand. */
  public Output number(String argument, double value, Operand like) {
    return constant(argument, Scalars.of(value, like.dtype()));
  }

  /** A string scalar. */
  public Output string(String argument, String value) {
    return constant(argument, Tensors.scalar(value));
  }

  /** An int32 vector: axes, a permutation. */
  public Output ints(String argument, int... values) {
    return constant(argument, Tensors.vector(values));
  }

  /** A vector of sizes: int32, or int64 if one does not fit. */
  public Output sizes(String argument, long... values) {
    return sizes(argument, fitInt(values), values);
  }

  /** A vector of sizes as int32 or int64, for ops several of whose arguments share a type. */
  public Output sizes(String argument, boolean narrow, long... values) {
    return constant(
        argument,
        narrow
            ? Tensors.vector(Arrays.stream(values).mapToInt(Math::toIntExact).toArray())
            : Tensors.vector(values));
  }

  /** The sizes of a fully known shape, as {@link #sizes(String, long...)}. */
  public Output sizes(String argument, Shape shape) {
    if (!shape.isFullyKnown()) {
      throw WeirException.invalidArgument("%s must be fully known, is %s", argument, shape);
    }
    return sizes(argument, shape.sizes());
  }

  /** An int32 matrix of two columns: what goes before and after each dimension. */
  public Output pairs(String argument, int[][] values) {
    Tensor pairs = Tensor.allocate(DType.INT32, Shape.of(values.length, 2));
    for (int row = 0; row < values.length; row++) {
      if (values[row].length != 2) {
        throw WeirException.invalidArgument(
            "%s must have two numbers for each dimension, row %d has %d",
            argument, row, values[row].length);
      }
      pairs.setLong(2L * row, values[row][0]);
      pairs.setLong(2L * row + 1, values[row][1]);
    }
    return constant(argument, pairs.freeze());
  }

  /** Whether all values fit in an int32. */
  public static boolean fitInt(long... values) {
    return Arrays.stream(values).allMatch(value -> value == (int) value);
  }

  /** Starts the node, with its first inputs. */
  public NodeBuilder node(Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  /** The first output of the node with these inputs. */
  public Output output(Operand... inputs) {
    return node(inputs).build().output(0);
  }
}
