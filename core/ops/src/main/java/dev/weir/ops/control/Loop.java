package dev.weir.ops.control;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Calls a function as long as another one says so. */
abstract class Loop extends Op {
  Loop(String signature) {
    super(signature);
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Attributes attrs = context.attrs();
    List<DType> variables = attrs.types("T");
    String condition = attrs.function("cond").name();
    GraphFunction function = context.function(condition);
    List<DType> answer =
        function != null && function.outputs().size() == 1
            ? List.of(function.outputs().get(0).dtype())
            : List.of(DType.BOOL);
    Calls.check(context, condition, variables, answer);
    Calls.check(context, attrs.function("body").name(), variables, variables);
    return Calls.declaredShapes(context, variables.size());
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    String condition = spec.attrs().function("cond").name();
    String body = spec.attrs().function("body").name();
    return context -> run(context, condition, body);
  }

  private static void run(KernelContext context, String condition, String body) {
    List<Tensor> variables = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      variables.add(context.input(i).retained());
    }
    try {
      while (holds(context, condition, variables)) {
        context.checkCancelled();
        List<Tensor> next = context.call(body, variables);
        variables.forEach(variable -> variable.buffer().release());
        variables = new ArrayList<>(next);
      }
    } catch (RuntimeException | Error e) {
      variables.forEach(variable -> variable.buffer().release());
      throw e;
    }
    for (int i = 0; i < variables.size(); i++) {
      context.set(i, variables.get(i));
    }
  }

  private static boolean holds(KernelContext context, String condition, List<Tensor> variables) {
    Tensor answer = context.call(condition, variables).get(0);
    try {
      return Calls.isTrue(answer);
    } finally {
      answer.buffer().release();
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    throw context
        .node()
        .error(ErrorCode.UNIMPLEMENTED, "gradients through loops are not supported");
  }
}
