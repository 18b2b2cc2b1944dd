package dev.weir.ops.nn.recurrent;

import dev.weir.error.ErrorCode;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import java.util.List;

/** What the gradients of the LSTM ops share. */
final class LstmGradients {
  private LstmGradients() {}

  /** Refuses a loss that depends on the gates: only states and outputs are differentiated. */
  static void requireStateOrOutput(GradientContext context) {
    for (int i = 0; i < LstmCell.OUTPUT; i++) {
      if (i != LstmCell.STATE && context.reaches(i)) {
        throw context
            .node()
            .error(
                ErrorCode.UNIMPLEMENTED,
                "only its outputs cs and h can be differentiated: the loss depends on "
                    + context.node().op().signature().outputs().get(i).name());
      }
    }
  }

  /** Columns of a matrix from one on; a width of -1 is all the rest. */
  static Output columns(GradientOps on, Output matrix, Output first, Output width) {
    Output zero = on.ints(0);
    return on.op(
        "Slice", matrix, joinVectors(on, zero, first), joinVectors(on, on.ints(-1), width));
  }

  private static Output joinVectors(GradientOps on, Output a, Output b) {
    return concat(on, a, b, 0);
  }

  /** Two matrices side by side. */
  static Output join(GradientOps on, Output a, Output b) {
    return concat(on, a, b, 1);
  }

  private static Output concat(GradientOps on, Output a, Output b, int axis) {
    Output axisInput = on.scalar(axis, DType.INT32);
    return on.node("ConcatV2").inputList(List.of(a, b)).input(axisInput).build().output(0);
  }

  /** Gradients of a whole sequence: {@code BlockLSTM} and {@code BlockLSTMV2}. */
  static void sequence(GradientContext context, String op) {
    requireStateOrOutput(context);
    int inputs = context.node().inputs().size();
    var builder = GradientOps.of(context).node(op);
    for (int i = 0; i < inputs; i++) {
      builder.input(context.input(i));
    }
    for (int i = 0; i <= LstmCell.OUTPUT; i++) {
      builder.input(context.output(i));
    }
    Node back =
        builder
            .input(context.gradient(LstmCell.STATE))
            .input(context.gradient(LstmCell.OUTPUT))
            .attr("use_peephole", context.node().attrs().bool("use_peephole"))
            .build();
    for (int i = 1; i < inputs; i++) {
      int output = i - 1;
      context.flow(i, () -> back.output(output));
    }
  }
}
