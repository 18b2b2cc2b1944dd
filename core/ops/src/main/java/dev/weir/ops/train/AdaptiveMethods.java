package dev.weir.ops.train;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;

/**
 * Methods of {@link TrainOps}: steps of optimizers that adapt the learning rate to each element, as
 * Adagrad, RMSProp and Adam do.
 */
abstract class AdaptiveMethods extends OpGroup {
  AdaptiveMethods(Scope scope) {
    super(scope);
  }

  /** A step of Adagrad. */
  public Node resourceApplyAdagrad(Operand variable, Operand accum, Operand lr, Operand grad) {
    return node("ResourceApplyAdagrad", variable, accum, lr, grad).build();
  }

  /** A step of Adagrad; leaves {@code accum} as it is unless {@code updateSlots}. */
  public Node resourceApplyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, boolean updateSlots) {
    return node("ResourceApplyAdagrad", variable, accum, lr, grad)
        .attr("update_slots", updateSlots)
        .build();
  }

  /** A step of Adagrad on the rows that {@code indices} name. */
  public Node resourceSparseApplyAdagrad(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand indices) {
    return node("ResourceSparseApplyAdagrad", variable, accum, lr, grad, indices).build();
  }

  /**
   * A step of Adagrad on the rows that {@code indices} name; leaves {@code accum} as it is unless
   * {@code updateSlots}.
   */
  public Node resourceSparseApplyAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return node("ResourceSparseApplyAdagrad", variable, accum, lr, grad, indices)
        .attr("update_slots", updateSlots)
        .build();
  }

  /** A step of Adagrad that adds {@code epsilon} to what it divides by. */
  public Node resourceApplyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad) {
    return node("ResourceApplyAdagradV2", variable, accum, lr, epsilon, grad).build();
  }

  /**
   * A step of Adagrad that adds {@code epsilon} to what it divides by; leaves {@code accum} as it
   * is unless {@code updateSlots}.
   */
  public Node resourceApplyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      boolean updateSlots) {
    return node("ResourceApplyAdagradV2", variable, accum, lr, epsilon, grad)
        .attr("update_slots", updateSlots)
        .build();
  }

  /**
   * A step of Adagrad that adds {@code epsilon} to what it divides by on the rows that {@code
   * indices} name.
   */
  public Node resourceSparseApplyAdagradV2(
      Operand variable, Operand accum, Operand lr, Operand epsilon, Operand grad, Operand indices) {
    return node("ResourceSparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
        .build();
  }

  /**
   * A step of Adagrad that adds {@code epsilon} to what it divides by on the rows that {@code
   * indices} name; leaves {@code accum} as it is unless {@code updateSlots}.
   */
  public Node resourceSparseApplyAdagradV2(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand epsilon,
      Operand grad,
      Operand indices,
      boolean updateSlots) {
    return node("ResourceSparseApplyAdagradV2", variable, accum, lr, epsilon, grad, indices)
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
    return node(
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

  /** A step of Adagrad by dual averaging on the rows that {@code indices} name. */
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
    return node(
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
    return node("ResourceApplyProximalAdagrad", variable, accum, lr, l1, l2, grad).build();
  }

  /** A step of proximal Adagrad on the rows that {@code indices} name. */
  public Node resourceSparseApplyProximalAdagrad(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand l1,
      Operand l2,
      Operand grad,
      Operand indices) {
    return node("ResourceSparseApplyProximalAdagrad", variable, accum, lr, l1, l2, grad, indices)
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
    return node("ResourceApplyAdadelta", variable, accum, accumUpdate, lr, rho, epsilon, grad)
        .build();
  }

  /** A step of Adadelta on the rows that {@code indices} name. */
  public Node resourceSparseApplyAdadelta(
      Operand variable,
      Operand accum,
      Operand accumUpdate,
      Operand lr,
      Operand rho,
      Operand epsilon,
      Operand grad,
      Operand indices) {
    return node(
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
    return node("ResourceApplyRMSProp", variable, ms, mom, lr, rho, momentum, epsilon, grad)
        .build();
  }

  /** A step of RMSProp on the rows that {@code indices} name. */
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
    return node(
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
    return node(
            "ResourceApplyCenteredRMSProp", variable, mg, ms, mom, lr, rho, momentum, epsilon, grad)
        .build();
  }

  /** A step of centered RMSProp on the rows that {@code indices} name. */
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
    return node(
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
    return node(
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

  /** A step of Adam, with Nesterov's correction if {@code useNesterov}. */
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
    return node(
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
    return node(
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
    return node("ResourceApplyAdaMax", variable, m, v, beta1Power, lr, beta1, beta2, epsilon, grad)
        .build();
  }
}
