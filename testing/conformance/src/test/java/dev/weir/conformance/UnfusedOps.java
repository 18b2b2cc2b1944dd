package dev.weir.conformance;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.testkit.Values;
import java.util.List;

/** The ops that a node with {@code fused_ops} stands for, as nodes of their own. */
final class UnfusedOps {
  private final Ops ops;
  private final Node fused;
  private final DType dtype;
  private boolean isExact = true;

  UnfusedOps(Ops ops, Node fused) {
    this.ops = ops;
    this.fused = fused;
    this.dtype = fused.outputDtype(0);
  }

  /** Whether the ops are the very steps, so that results must be the same to the bit. */
  boolean isExact() {
    return isExact;
  }

  /** Adds the nodes. Returns what the last gives. */
  Output build() {
    Output result = first();
    for (String name : fused.attrs().strings("fused_ops")) {
      result = follow(name, result);
    }
    return result;
  }

  private Output first() {
    boolean isProduct = fused.op().signature().name().equals("_FusedMatMul");
    NodeBuilder builder = node(isProduct ? "MatMul" : "Conv2D", fused.input(0), fused.input(1));
    List<String> attrs =
        isProduct
            ? List.of("transpose_a", "transpose_b")
            : List.of("strides", "padding", "explicit_paddings", "data_format", "dilations");
    for (String attr : attrs) {
      AttrValue value = fused.attrs().find(attr);
      if (value != null) {
        builder.attr(attr, value);
      }
    }
    return builder.build().output(0);
  }

  private Output follow(String name, Output x) {
    return switch (name) {
      case "BiasAdd" ->
          node(name, x, fused.input(2)).attr("data_format", format()).build().output(0);
      case "Add" -> node(name, x, fused.input(3)).build().output(0);
      case "FusedBatchNorm" -> dtype == DType.FLOAT32 ? normalized(x) : normalizedByHand(x);
      case "LeakyRelu" ->
          node(name, x).attr("alpha", fused.attrs().floating("leakyrelu_alpha")).build().output(0);
      case "GeluExact" -> gated(x, ops.math.erf(ops.math.mul(x, number(Math.sqrt(0.5)))));
      case "GeluApproximate" -> {
        Output cube = ops.math.mul(x, ops.math.mul(x, x));
        Output inner = ops.math.add(x, ops.math.mul(cube, number(0.044715)));
        yield gated(x, ops.math.tanh(ops.math.mul(inner, number(Math.sqrt(2 / Math.PI)))));
      }
      default -> node(name, x).build().output(0);
    };
  }

  private Output gated(Output x, Output gate) {
    isExact = false;
    return ops.math.mul(ops.math.mul(x, number(0.5)), ops.math.add(gate, number(1)));
  }

  private Output normalized(Output x) {
    return node("FusedBatchNorm", x, fused.input(2), fused.input(3), fused.input(4), fused.input(5))
        .attr("epsilon", fused.attrs().floating("epsilon"))
        .attr("data_format", format())
        .attr("is_training", false)
        .build()
        .output(0);
  }

  /** The op has only float32. */
  private Output normalizedByHand(Output x) {
    isExact = false;
    Output variance = ops.math.add(vector(5), number(fused.attrs().floating("epsilon")));
    Output scale = ops.math.mul(ops.math.rsqrt(variance), vector(2));
    return ops.math.add(ops.math.mul(ops.math.sub(x, vector(4)), scale), vector(3));
  }

  private Output vector(int input) {
    return format().equals("NCHW")
        ? ops.array.reshape(fused.input(input), -1, 1, 1)
        : fused.input(input);
  }

  private String format() {
    return fused.attrs().has("data_format") ? fused.attrs().string("data_format") : "NHWC";
  }

  private Output number(double value) {
    return ops.constant(Values.scalar(value).as(dtype));
  }

  private NodeBuilder node(String op, Output... inputs) {
    NodeBuilder builder = fused.graph().node(op, op);
    for (Output input : inputs) {
      builder.input(input);
    }
    return builder;
  }
}
