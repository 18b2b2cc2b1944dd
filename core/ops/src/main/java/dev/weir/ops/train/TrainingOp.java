package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.state.Updates;
import dev.weir.ops.state.Variables;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of an optimizer: changes a variable, and what the optimizer keeps beside it, by a
 * gradient. With {@code indices} the gradient has one row for each row of the variable that they
 * name; only these are touched, one after the other, a row named twice twice.
 *
 * <p>The step is atomic over all its variables, whatever {@code use_locking} says, and changes
 * nothing if it fails.
 */
abstract class TrainingOp extends Op {
  private final UpdateRule.Factory factory;
  private final UpdateInputs inputs;
  private final boolean isReference;

  TrainingOp(String signature, UpdateRule.Factory factory) {
    super(signature);
    this.factory = factory;
    this.inputs = new UpdateInputs(signature());
    this.isReference = signature().inputs().get(0).isRef();
  }

  @Override
  public final @Nullable String notDifferentiable() {
    return "it changes state";
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    DType dtype = context.attrs().type("T");
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < inputs.variables().size(); i++) {
      shapes.add(isReference ? context.input(i) : Variables.shape(context, i, dtype));
    }
    inputs.parameterPositions().forEach(context::requireScalar);
    Shape indices = inputs.isSparse() ? context.requireRank(inputs.indices(), 1) : null;
    Shape result =
        UpdateShapes.check(inputs.variables(), shapes, context.input(inputs.gradient()), indices);
    return isReference ? List.of(result) : List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.attrs().type("T");
    UpdateRule rule = factory.create(spec.attrs());
    if (!dtype.isFloating() && !(dtype.isComplex() && rule.allowsComplex())) {
      throw WeirException.unimplemented(
          "%s cannot be trained with %s: use floating-point numbers", dtype, spec.op());
    }
    return context -> {
      List<Variable> variables = variables(context, dtype);
      Variable.updateTogether(variables, before -> step(context, rule, before));
      if (isReference) {
        context.setReference(0, variables.get(0));
      }
    };
  }

  private List<Variable> variables(KernelContext context, DType dtype) {
    List<Variable> variables = new ArrayList<>();
    for (int i = 0; i < inputs.variables().size(); i++) {
      variables.add(isReference ? context.reference(i) : Variables.require(context, i, dtype));
    }
    if (new HashSet<>(variables).size() < variables.size()) {
      throw WeirException.invalidArgument(
          "%s must be different variables, got %s",
          inputs.variables(), variables.stream().map(Variable::name).toList());
    }
    return variables;
  }

  private List<Tensor> step(KernelContext context, UpdateRule rule, List<Tensor> before) {
    Tensor gradient = context.input(inputs.gradient());
    Tensor indices = inputs.isSparse() ? context.input(inputs.indices()) : null;
    List<Shape> shapes = before.stream().map(Tensor::shape).toList();
    UpdateShapes.check(
        inputs.variables(), shapes, gradient.shape(), indices == null ? null : indices.shape());
    UpdateParameters parameters =
        new UpdateParameters(inputs.parameters(i -> context.input(i)), inputs.isSparse());
    rule.check(parameters);
    if (indices != null) {
      UpdateShapes.requireRows(indices, shapes.get(0));
    }
    if (gradient.elements() == 0) {
      return before;
    }
    List<Tensor> values = before.stream().map(value -> writable(context, value)).toList();
    UpdateLoop loop = new UpdateLoop(rule, inputs.variables(), values, gradient, parameters);
    if (indices == null) {
      loop.all(context.parallel());
    } else {
      loop.rows(context.parallel(), indices);
    }
    List<Tensor> after = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      after.add(values.get(i) == before.get(i) ? before.get(i) : values.get(i).retained());
    }
    return after;
  }

  /** The value itself, or a copy if others hold it, which lives as long as this call. */
  private static Tensor writable(KernelContext context, Tensor value) {
    if (Updates.isWritable(value)) {
      return value;
    }
    Tensor copy = context.scratch(value.dtype(), value.shape());
    copy.copyFrom(value, 0, 0, value.elements());
    return copy;
  }
}
