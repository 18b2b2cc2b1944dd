package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one place where values are compared with what the graph promises of them: the element type
 * and the static shape of the output they come out of. A promise is often only a claim: the {@code
 * _shape} of an argument or a receive, the {@code output_shapes} of a call, the declared shape of a
 * variable, a queue or a checkpoint entry. Behind this check kernels may trust static shapes, and
 * many do, on memory without bounds.
 *
 * <p>It is made once for each output of a plan's node and applied before the value is handed to any
 * other node. All nodes are checked, not only those whose ops are known to make claims: comparing
 * two shapes costs a few nanoseconds, and a list of such ops would be wrong one day.
 */
public final class Border {
  private final Node node;

  /** By output; null where there is nothing to compare. */
  private final @Nullable Shape[] promised;

  private Border(Node node, @Nullable Shape[] promised) {
    this.node = node;
    this.promised = promised;
  }

  /** The check of a node's outputs; null if there is nothing to compare. */
  static @Nullable Border of(PlanNode planned) {
    Node node = planned.node;
    boolean comesFromOutside =
        planned.kind == NodeKind.ARGUMENT || planned.kind == NodeKind.RECEIVE;
    @Nullable Shape[] promised = new @Nullable Shape[node.outputCount()];
    boolean any = false;
    for (int i = 0; i < promised.length; i++) {
      Output output = node.output(i);
      boolean isKnown = output.shape().hasRank() && !isInputsPromise(planned, output);
      if (!output.isReference() && (isKnown || comesFromOutside)) {
        promised[i] = output.shape();
        any = true;
      }
    }
    return any ? new Border(node, promised) : null;
  }

  /** Whether an output is the input itself, about which the same was promised. */
  private static boolean isInputsPromise(PlanNode planned, Output output) {
    return planned.forwards && output.shape().equals(planned.node.input(0).shape());
  }

  /** Whether all outputs are as promised. Null ones are dead, or were not wanted. */
  boolean isKept(@Nullable Tensor[] outputs) {
    for (int i = 0; i < promised.length; i++) {
      if (!isKept(i, outputs[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean isKept(int i, @Nullable Tensor value) {
    Shape shape = promised[i];
    return shape == null || value == null || fits(value, node.outputDtype(i), shape);
  }

  /** What to say of outputs that are not as promised. */
  WeirException refusal(@Nullable Tensor[] outputs) {
    for (int i = 0; i < promised.length; i++) {
      Tensor value = outputs[i];
      if (value != null && !isKept(i, value)) {
        DType dtype = node.outputDtype(i);
        return node.error(
            code(value.dtype() == dtype),
            String.format(
                Locale.ROOT,
                "output %d is %s%s, but %s%s was promised",
                i,
                value.dtype(),
                value.shape(),
                dtype,
                promised[i]));
      }
    }
    throw new IllegalStateException(node + " is as promised");
  }

  /** What another task sends is no argument of the client; TensorFlow says so of other types. */
  private ErrorCode code(boolean hasType) {
    if (node.op().kind() != NodeKind.RECEIVE) {
      return ErrorCode.INVALID_ARGUMENT;
    }
    boolean isFed = node.attrs().bool("client_terminated");
    return hasType && isFed ? ErrorCode.INVALID_ARGUMENT : ErrorCode.INTERNAL;
  }

  /** Refuses the value of a variable, read for {@code consumer}, that is not as promised. */
  static void checkRead(Node consumer, Output reference, Tensor value) {
    if (!fits(value, reference.dtype(), reference.shape())) {
      throw consumer.error(
          ErrorCode.INVALID_ARGUMENT,
          String.format(
              Locale.ROOT,
              "the variable %s has the value %s%s, but %s%s was promised",
              reference.name(),
              value.dtype(),
              value.shape(),
              reference.dtype(),
              reference.shape()));
    }
  }

  /** Refuses a value that cannot be fed to an output. */
  public static void checkFeed(Output output, Tensor value) {
    checkFeed(output, value, ErrorCode.INVALID_ARGUMENT);
  }

  /** Refuses a feed as a master does: with TensorFlow's code for a wrong element type. */
  public static void checkRemoteFeed(Output output, Tensor value) {
    checkFeed(output, value, ErrorCode.INTERNAL);
  }

  private static void checkFeed(Output output, Tensor value, ErrorCode ofWrongType) {
    if (fits(value, output.dtype(), output.shape())) {
      return;
    }
    boolean hasType = output.dtype() == value.dtype();
    throw output
        .node()
        .error(
            hasType ? ErrorCode.INVALID_ARGUMENT : ofWrongType,
            String.format(
                Locale.ROOT,
                "cannot feed %s%s to output %d, which is %s%s; %s",
                value.dtype(),
                value.shape(),
                output.index(),
                output.dtype(),
                output.shape(),
                hasType ? "reshape the value" : "convert the value to " + output.dtype()));
  }

  private static boolean fits(Tensor value, DType dtype, Shape promised) {
    return value.dtype() == dtype && promised.isCompatibleWith(value.shape());
  }
}
