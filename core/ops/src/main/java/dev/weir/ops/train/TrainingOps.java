package dev.weir.ops.train;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;

/**
 * Builds nodes: the steps of optimizers on variables behind handles.
 *
 * <p>A step is atomic over all its variables. One whose name has {@code Sparse} in it changes only
 * the rows that {@code indices} name, in their order; a row named twice is changed twice.
 */
public final class TrainingOps {
  private final Scope scope;

  public TrainingOps(Scope scope) {
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
  public Node resourceApplyGradientDescent(Operand variable, Operand alpha, Operand delta) {
    return builder("ResourceApplyGradientDescent", variable, alpha, delta).build();
  }

  /** A step of proximal gradient descent. */
  public Node resourceApplyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand delta) {
    return builder("ResourceApplyProximalGradientDescent", variable, alpha, l1, l2, delta).build();
  }

  /** A step of proximal gradient descent with the rows that {@code indices} name. */
  public Node resourceSparseApplyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand grad, Operand indices) {
    return builder(
            "ResourceSparseApplyProximalGradientDescent", variable, alpha, l1, l2, grad, indices)
        .build();
  }

  /** A step of momentum. */
  public Node resourceApplyMomentum(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand momentum) {
    return builder("ResourceApplyMomentum", variable, accum, lr, grad, momentum).build();
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Node resourceApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand momentum,
      boolean useNesterov) {
    return builder("ResourceApplyMomentum", variable, accum, lr, grad, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of momentum with the rows that {@code indices} name. */
  public Node resourceSparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum) {
    return builder("ResourceSparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .build();
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Node resourceSparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum,
      boolean useNesterov) {
    return builder("ResourceSparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Keras' momentum. */
  public Node resourceApplyKerasMomentum(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand momentum) {
    return builder("ResourceApplyKerasMomentum", variable, accum, lr, grad, momentum).build();
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Node resourceApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand momentum,
      boolean useNesterov) {
    return builder("ResourceApplyKerasMomentum", variable, accum, lr, grad, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Keras' momentum with the rows that {@code indices} name. */
  public Node resourceSparseApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum) {
    return builder("ResourceSparseApplyKerasMomentum", variable, accum, lr, grad, indices, momentum)
        .build();
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Node resourceSparseApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum,
      boolean useNesterov) {
    return builder("ResourceSparseApplyKerasMomentum", variable, accum, lr, grad, indices, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Adagrad. */
  public Node resourceApplyAdagrad(Operand variable, Operand accum, Operand lr, Operand grad) {
    return builder("ResourceApplyAdagrad", variable, accum, lr, grad).build();
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Node resourceApplyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, boolean updateSlots) {
    return builder("ResourceApplyAdagrad", variable, accum, lr, grad)
        .attr("update_slots", updateSlots)
        .build();
  }

  /** A step of Adagrad with the rows that {@code indices} name. */
  public Node resourceSparseApplyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand indices) {
    return builder("ResourceSparseApplyAdagrad", variable, accum, lr, grad, indices).build();
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Node resourceSparseApplyAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return builder("ResourceSparseApplyAdagrad", variable, accum, lr, grad, indices)
        .attr("update_slots", updateSlots)
        .build();
  }

  /** A step of Adagrad that adds {@code epsilon} to what it divides by. */
  public Node resourceApplyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad) {
    return builder("ResourceApplyAdagradV2", variable, accum, lr, epsilon, grad).build();
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Node resourceApplyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      boolean updateSlots) {
    return builder("ResourceApplyAdagradV2", variable, accum, lr, epsilon, grad)
        .attr("update_slots", updateSlots)
        .build();
  }

  /**
   * A step of Adagrad that adds {@code epsilon} to what it divides by with the rows that {@code
   * indices} name.
   */
  public Node resourceSparseApplyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad, Operand indices) {
    return builder("ResourceSparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
        .build();
  }

  /** The same; without {@code updateSlots} {@code accum} stays as it is. */
  public Node resourceSparseApplyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return builder("ResourceSparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
        .attr("update_slots", updateSlots)
        .build();
  }

  /** A step of Adagrad by dual averaging. */
  public Node resourceApplyAdagradDA(
      Operand variable,
      Operand gradientAccumulator,
      Operand gradientSquaredAccumulator,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand globalStep) {
    return builder(
            "ResourceApplyAdagradDA",
            variable,
            gradientAccumulator,
            gradientSquaredAccumulator,
            grad,
            lr,
            l1,
            l2,
            globalStep)
        .build();
  }

  /** A step of Adagrad by dual averaging with the rows that {@code indices} name. */
  public Node resourceSparseApplyAdagradDA(
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
            "ResourceSparseApplyAdagradDA",
            variable,
            gradientAccumulator,
            gradientSquaredAccumulator,
            grad,
            indices,
            lr,
            l1,
            l2,
            globalStep)
        .build();
  }

  /** A step of proximal Adagrad. */
  public Node resourceApplyProximalAdagrad(
      Operand variable, Operand accum, Operand lr, Operand l1, Operand l2, Operand grad) {
    return builder("ResourceApplyProximalAdagrad", variable, accum, lr, l1, l2, grad).build();
  }

  /** A step of proximal Adagrad with the rows that {@code indices} name. */
  public Node resourceSparseApplyProximalAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand grad,
      Operand indices) {
    return builder("ResourceSparseApplyProximalAdagrad", variable, accum, lr, l1, l2, grad, indices)
        .build();
  }

  /** A step of Adadelta. */
  public Node resourceApplyAdadelta(
      Operand variable,
      Operand accum,
      Operand accumUpdate,
      Operand lr,
      Operand rho,
      Operand epsilon,
      Operand grad) {
    return builder("ResourceApplyAdadelta", variable, accum, accumUpdate, lr, rho, epsilon, grad)
        .build();
  }

  /** A step of Adadelta with the rows that {@code indices} name. */
  public Node resourceSparseApplyAdadelta(
      Operand variable,
      Operand accum,
      Operand accumUpdate,
      Operand lr,
      Operand rho,
      Operand epsilon,
      Operand grad,
      Operand indices) {
    return builder(
            "ResourceSparseApplyAdadelta",
            variable,
            accum,
            accumUpdate,
            lr,
            rho,
            epsilon,
            grad,
            indices)
        .build();
  }

  /** A step of RMSProp. */
  public Node resourceApplyRMSProp(
      Operand variable,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad) {
    return builder("ResourceApplyRMSProp", variable, ms, mom, lr, rho, momentum, epsilon, grad)
        .build();
  }

  /** A step of RMSProp with the rows that {@code indices} name. */
  public Node resourceSparseApplyRMSProp(
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
            "ResourceSparseApplyRMSProp",
            variable,
            ms,
            mom,
            lr,
            rho,
            momentum,
            epsilon,
            grad,
            indices)
        .build();
  }

  /** A step of centered RMSProp. */
  public Node resourceApplyCenteredRMSProp(
      Operand variable,
      Operand mg,
      Operand ms,
      Operand mom,
      Operand lr,
      Operand rho,
      Operand momentum,
      Operand epsilon,
      Operand grad) {
    return builder(
            "ResourceApplyCenteredRMSProp", variable, mg, ms, mom, lr, rho, momentum, epsilon, grad)
        .build();
  }

  /** A step of centered RMSProp with the rows that {@code indices} name. */
  public Node resourceSparseApplyCenteredRMSProp(
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
            "ResourceSparseApplyCenteredRMSProp",
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
        .build();
  }

  /** A step of Adam. */
  public Node resourceApplyAdam(
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
            "ResourceApplyAdam",
            variable,
            m,
            v,
            beta1Power,
            beta2Power,
            lr,
            beta1,
            beta2,
            epsilon,
            grad)
        .build();
  }

  /** The same; with {@code useNesterov} with Nesterov's correction. */
  public Node resourceApplyAdam(
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
            "ResourceApplyAdam",
            variable,
            m,
            v,
            beta1Power,
            beta2Power,
            lr,
            beta1,
            beta2,
            epsilon,
            grad)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Adam with a long memory. */
  public Node resourceApplyAdamWithAmsgrad(
      Operand variable,
      Operand m,
      Operand v,
      Operand vhat,
      Operand beta1Power,
      Operand beta2Power,
      Operand lr,
      Operand beta1,
      Operand beta2,
      Operand epsilon,
      Operand grad) {
    return builder(
            "ResourceApplyAdamWithAmsgrad",
            variable,
            m,
            v,
            vhat,
            beta1Power,
            beta2Power,
            lr,
            beta1,
            beta2,
            epsilon,
            grad)
        .build();
  }

  /** A step of AdaMax. */
  public Node resourceApplyAdaMax(
      Operand variable,
      Operand m,
      Operand v,
      Operand beta1Power,
      Operand lr,
      Operand beta1,
      Operand beta2,
      Operand epsilon,
      Operand grad) {
    return builder(
            "ResourceApplyAdaMax", variable, m, v, beta1Power, lr, beta1, beta2, epsilon, grad)
        .build();
  }

  /** A step of FTRL. */
  public Node resourceApplyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower) {
    return builder("ResourceApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower).build();
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Node resourceApplyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower,
      boolean multiplyLinearByLr) {
    return builder("ResourceApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build();
  }

  /** A step of FTRL with the rows that {@code indices} name. */
  public Node resourceSparseApplyFtrl(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand indices,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand lrPower) {
    return builder(
            "ResourceSparseApplyFtrl", variable, accum, linear, grad, indices, lr, l1, l2, lrPower)
        .build();
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Node resourceSparseApplyFtrl(
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
    return builder(
            "ResourceSparseApplyFtrl", variable, accum, linear, grad, indices, lr, l1, l2, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build();
  }

  /** A step of FTRL with shrinkage. */
  public Node resourceApplyFtrlV2(
      Operand variable,
      Operand accum,
      Operand linear,
      Operand grad,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand l2Shrinkage,
      Operand lrPower) {
    return builder(
            "ResourceApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .build();
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Node resourceApplyFtrlV2(
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
    return builder(
            "ResourceApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build();
  }

  /** A step of FTRL with shrinkage with the rows that {@code indices} name. */
  public Node resourceSparseApplyFtrlV2(
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
            "ResourceSparseApplyFtrlV2",
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
        .build();
  }

  /** The same; with {@code multiplyLinearByLr} {@code linear} is kept multiplied by {@code lr}. */
  public Node resourceSparseApplyFtrlV2(
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
            "ResourceSparseApplyFtrlV2",
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
        .build();
  }

  /** A step of AddSign. */
  public Node resourceApplyAddSign(
      Operand variable,
      Operand m,
      Operand lr,
      Operand alpha,
      Operand signDecay,
      Operand beta,
      Operand grad) {
    return builder("ResourceApplyAddSign", variable, m, lr, alpha, signDecay, beta, grad).build();
  }

  /** A step of PowerSign. */
  public Node resourceApplyPowerSign(
      Operand variable,
      Operand m,
      Operand lr,
      Operand logbase,
      Operand signDecay,
      Operand beta,
      Operand grad) {
    return builder("ResourceApplyPowerSign", variable, m, lr, logbase, signDecay, beta, grad)
        .build();
  }
}
