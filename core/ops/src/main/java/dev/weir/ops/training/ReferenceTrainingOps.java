package dev.weir.ops.training;

import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/**
 * Builds nodes: the steps of optimizers on variables behind references, as old graphs have them.
 * Each gives the reference to the variable that is trained.
 *
 * <p>A step is atomic over all its variables. One whose name has {@code Sparse} in it changes only
 * the rows that {@code indices} name, in their order; a row named twice is changed twice.
 */
public final class ReferenceTrainingOps {
  private final Scope scope;

  public ReferenceTrainingOps(Scope scope) {
    this.scope = scope;
  }

  private NodeBuilder builder(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  /** A step of gradient descent. */
  public Output applyGradientDescent(Operand variable, Operand alpha, Operand delta) {
    return builder("ApplyGradientDescent", variable, alpha, delta).build().output(0);
  }

  /** A step of proximal gradient descent. */
  public Output applyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand delta) {
    return builder("ApplyProximalGradientDescent", variable, alpha, l1, l2, delta)
        .build()
        .output(0);
  }

  /** A step of proximal gradient descent with the rows that {@code indices} name. */
  public Output sparseApplyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand grad, Operand indices) {
    return builder("SparseApplyProximalGradientDescent", variable, alpha, l1, l2, grad, indices)
        .build()
        .output(0);
  }

  /** A step of momentum. */
  public Output applyMomentum(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand momentum) {
    return builder("ApplyMomentum", variable, accum, lr, grad, momentum).build().output(0);
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Output applyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand momentum,
      boolean useNesterov) {
    return builder("ApplyMomentum", variable, accum, lr, grad, momentum)
        .attr("use_nesterov", useNesterov)
        .build()
        .output(0);
  }

  /** A step of momentum with the rows that {@code indices} name. */
  public Output sparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum) {
    return builder("SparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .build()
        .output(0);
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Output sparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum,
      boolean useNesterov) {
    return builder("SparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .attr("use_nesterov", useNesterov)
        .build()
        .output(0);
  }

  /** A step of Adagrad. */
  public Output applyAdagrad(Operand variable, Operand accum, Operand lr, Operand grad) {
    return builder("ApplyAdagrad", variable, accum, lr, grad).build().output(0);
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Output applyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, boolean updateSlots) {
    return builder("ApplyAdagrad", variable, accum, lr, grad)
        .attr("update_slots", updateSlots)
        .build()
        .output(0);
  }

  /** A step of Adagrad with the rows that {@code indices} name. */
  public Output sparseApplyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand indices) {
    return builder("SparseApplyAdagrad", variable, accum, lr, grad, indices).build().output(0);
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Output sparseApplyAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return builder("SparseApplyAdagrad", variable, accum, lr, grad, indices)
        .attr("update_slots", updateSlots)
        .build()
        .output(0);
  }

  /** A step of Adagrad that adds {@code epsilon} to what it divides by. */
  public Output applyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad) {
    return builder("ApplyAdagradV2", variable, accum, lr, epsilon, grad).build().output(0);
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Output applyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      boolean updateSlots) {
    return builder("ApplyAdagradV2", variable, accum, lr, epsilon, grad)
        .attr("update_slots", updateSlots)
        .build()
        .output(0);
  }

  /**
   * A step of Adagrad that adds {@code epsilon} to what it divides by with the rows that {@code
   * indices} name.
   */
  public Output sparseApplyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad, Operand indices) {
    return builder("SparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
        .build()
        .output(0);
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Output sparseApplyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return builder("SparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
        .attr("update_slots", updateSlots)
        .build()
        .output(0);
  }

  /** A step of Adagrad by dual averaging. */
  public Output applyAdagradDA(
      Operand variable,
      Operand gradientAccumulator,
      Operand gradientSquaredAccumulator,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand globalStep) {
    return builder(
            "ApplyAdagradDA",
            variable,
            gradientAccumulator,
            gradientSquaredAccumulator,
            grad,
            lr,
            l1,
            l2,
            globalStep)
        .build()
        .output(0);
  }

  /** A step of Adagrad by dual averaging with the rows that {@code indices} name. */
  public Output sparseApplyAdagradDA(
      Operand variable,
      Operand gradientAccumulator,
      Operand gradientSquaredAccumulator,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand globalStep) {
    return builder(
            "SparseApplyAdagradDA",
            variable,
            gradientAccumulator,
            gradientSquaredAccumulator,
            grad,
            indices,
            lr,
            l1,
            l2,
            globalStep)
        .build()
        .output(0);
  }

  /** A step of proximal Adagrad. */
  public Output applyProximalAdagrad(
      Operand variable, Operand accum, Operand lr, Operand l1, Operand l2, Operand grad) {
    return builder("ApplyProximalAdagrad", variable, accum, lr, l1, l2, grad).build().output(0);
  }

  /** A step of proximal Adagrad with the rows that {@code indices} name. */
  public Output sparseApplyProximalAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand grad,
      Operand indices) {
    return builder("SparseApplyProximalAdagrad", variable, accum, lr, l1, l2, grad, indices)
        .build()
        .output(0);
  }

  /** A step of Adadelta. */
  public Output applyAdadelta(
      Operand variable,
      Operand accum,
      Operand accumUpdate,
      Operand lr,
      Operand rho,
      Operand epsilon,
      Operand grad) {
    return builder("ApplyAdadelta", variable, accum, accumUpdate, lr, rho, epsilon, grad)
        .build()
        .output(0);
  }

  /** A step of Adadelta with the rows that {@code indices} name. */
  public Output sparseApplyAdadelta(
      Operand variable,
      Operand accum,
      Operand accumUpdate,
      Operand lr,
      Operand rho,
      Operand epsilon,
      Operand grad,
      Operand indices) {
    return builder(
            "SparseApplyAdadelta", variable, accum, accumUpdate, lr, rho, epsilon, grad, indices)
        .build()
        .output(0);
  }

  /** A step of RMSProp. */
  public Output applyRMSProp(
      Operand variable,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad) {
    return builder("ApplyRMSProp", variable, ms, mom, lr, rho, momentum, epsilon, grad)
        .build()
        .output(0);
  }

  /** A step of RMSProp with the rows that {@code indices} name. */
  public Output sparseApplyRMSProp(
      Operand variable,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad,
      Operand indices) {
    return builder(
            "SparseApplyRMSProp", variable, ms, mom, lr, rho, momentum, epsilon, grad, indices)
        .build()
        .output(0);
  }

  /** A step of centered RMSProp. */
  public Output applyCenteredRMSProp(
      Operand variable,
      Operand mg,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad) {
    return builder("ApplyCenteredRMSProp", variable, mg, ms, mom, lr, rho, momentum, epsilon, grad)
        .build()
        .output(0);
  }

  /** A step of centered RMSProp with the rows that {@code indices} name. */
  public Output sparseApplyCenteredRMSProp(
      Operand variable,
      Operand mg,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad,
      Operand indices) {
    return builder(
            "SparseApplyCenteredRMSProp",
            variable,
            mg,
            ms,
            mom,
            lr,
            rho,
            momentum,
            epsilon,
            grad,
            indices)
        .build()
        .output(0);
  }

  /** A step of Adam. */
  public Output applyAdam(
      Operand variable,
      Operand m,
      Operand v,
      Operand beta1Power,
      Operand beta2Power,
      Operand lr,
      Operand beta1,
      Operand beta2,
      Operand epsilon,
      Operand grad) {
    return builder(
            "ApplyAdam", variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, grad)
        .build()
        .output(0);
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Output applyAdam(
      Operand variable,
      Operand m,
      Operand v,
      Operand beta1Power,
      Operand beta2Power,
      Operand lr,
      Operand beta1,
      Operand beta2,
      Operand epsilon,
      Operand grad,
      boolean useNesterov) {
    return builder(
            "ApplyAdam", variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, grad)
        .attr("use_nesterov", useNesterov)
        .build()
        .output(0);
  }

  /** A step of AdaMax. */
  public Output applyAdaMax(
      Operand variable,
      Operand m,
      Operand v,
      Operand beta1Power,
      Operand lr,
      Operand beta1,
      Operand beta2,
      Operand epsilon,
      Operand grad) {
    return builder("ApplyAdaMax", variable, m, v, beta1Power, lr, beta1, beta2, epsilon, grad)
        .build()
        .output(0);
  }

  /** A step of FTRL. */
  public Output applyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower) {
    return builder("ApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower)
        .build()
        .output(0);
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Output applyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower,
      boolean multiplyLinearByLr) {
    return builder("ApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build()
        .output(0);
  }

  /** A step of FTRL with the rows that {@code indices} name. */
  public Output sparseApplyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower) {
    return builder("SparseApplyFtrl", variable, accum, linear, grad, indices, lr, l1, l2, lrPower)
        .build()
        .output(0);
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Output sparseApplyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower,
      boolean multiplyLinearByLr) {
    return builder("SparseApplyFtrl", variable, accum, linear, grad, indices, lr, l1, l2, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build()
        .output(0);
  }

  /** A step of FTRL with shrinkage. */
  public Output applyFtrlV2(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand l2Shrinkage,
      Operand lrPower) {
    return builder("ApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .build()
        .output(0);
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Output applyFtrlV2(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand l2Shrinkage,
      Operand lrPower,
      boolean multiplyLinearByLr) {
    return builder("ApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build()
        .output(0);
  }

  /** A step of FTRL with shrinkage with the rows that {@code indices} name. */
  public Output sparseApplyFtrlV2(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand l2Shrinkage,
      Operand lrPower) {
    return builder(
            "SparseApplyFtrlV2",
            variable,
            accum,
            linear,
            grad,
            indices,
            lr,
            l1,
            l2,
            l2Shrinkage,
            lrPower)
        .build()
        .output(0);
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Output sparseApplyFtrlV2(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand l2Shrinkage,
      Operand lrPower,
      boolean multiplyLinearByLr) {
    return builder(
            "SparseApplyFtrlV2",
            variable,
            accum,
            linear,
            grad,
            indices,
            lr,
            l1,
            l2,
            l2Shrinkage,
            lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build()
        .output(0);
  }

  /** A step of AddSign. */
  public Output applyAddSign(
      Operand variable,
      Operand m,
      Operand lr,
      Operand alpha,
      Operand signDecay,
      Operand beta,
      Operand grad) {
    return builder("ApplyAddSign", variable, m, lr, alpha, signDecay, beta, grad).build().output(0);
  }

  /** A step of PowerSign. */
  public Output applyPowerSign(
      Operand variable,
      Operand m,
      Operand lr,
      Operand logbase,
      Operand signDecay,
      Operand beta,
      Operand grad) {
    return builder("ApplyPowerSign", variable, m, lr, logbase, signDecay, beta, grad)
        .build()
        .output(0);
  }
}
