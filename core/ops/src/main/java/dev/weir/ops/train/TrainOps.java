package dev.weir.ops.train;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;

/**
 * Builds nodes: optimizer steps on variables behind handles.
 *
 * <p>A step is atomic over all its variables. One whose name has {@code Sparse} in it changes only
 * the rows that {@code indices} name, in their order; a row named twice is changed twice.
 */
public final class TrainOps extends AdaptiveMethods {
  public TrainOps(Scope scope) {
    super(scope);
  }

  /** A step of gradient descent. */
  public Node resourceApplyGradientDescent(Operand variable, Operand alpha, Operand delta) {
    return node("ResourceApplyGradientDescent", variable, alpha, delta).build();
  }

  /** A step of proximal gradient descent. */
  public Node resourceApplyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand delta) {
    return node("ResourceApplyProximalGradientDescent", variable, alpha, l1, l2, delta).build();
  }

  /** A step of proximal gradient descent on the rows that {@code indices} name. */
  public Node resourceSparseApplyProximalGradientDescent(
      Operand variable, Operand alpha, Operand l1, Operand l2, Operand grad, Operand indices) {
    return node(
            "ResourceSparseApplyProximalGradientDescent", variable, alpha, l1, l2, grad, indices)
        .build();
  }

  /** A step of momentum. */
  public Node resourceApplyMomentum(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand momentum) {
    return node("ResourceApplyMomentum", variable, accum, lr, grad, momentum).build();
  }

  /** A step of momentum, with Nesterov's correction if {@code useNesterov}. */
  public Node resourceApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand momentum,
      boolean useNesterov) {
    return node("ResourceApplyMomentum", variable, accum, lr, grad, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of momentum on the rows that {@code indices} name. */
  public Node resourceSparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum) {
    return node("ResourceSparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .build();
  }

  /**
   * A step of momentum on the rows that {@code indices} name, with Nesterov's correction if {@code
   * useNesterov}.
   */
  public Node resourceSparseApplyMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum,
      boolean useNesterov) {
    return node("ResourceSparseApplyMomentum", variable, accum, lr, grad, indices, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Keras' momentum. */
  public Node resourceApplyKerasMomentum(
      Operand variable, Operand accum, Operand lr, Operand grad, Operand momentum) {
    return node("ResourceApplyKerasMomentum", variable, accum, lr, grad, momentum).build();
  }

  /** A step of Keras' momentum, with Nesterov's correction if {@code useNesterov}. */
  public Node resourceApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand momentum,
      boolean useNesterov) {
    return node("ResourceApplyKerasMomentum", variable, accum, lr, grad, momentum)
        .attr("use_nesterov", useNesterov)
        .build();
  }

  /** A step of Keras' momentum on the rows that {@code indices} name. */
  public Node resourceSparseApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum) {
    return node("ResourceSparseApplyKerasMomentum", variable, accum, lr, grad, indices, momentum)
        .build();
  }

  /**
   * A step of Keras' momentum on the rows that {@code indices} name, with Nesterov's correction if
   * {@code useNesterov}.
   */
  public Node resourceSparseApplyKerasMomentum(
      Operand variable,
      Operand accum,
      Operand lr,
      Operand grad,
      Operand indices,
      Operand momentum,
      boolean useNesterov) {
    return node("ResourceSparseApplyKerasMomentum", variable, accum, lr, grad, indices, momentum)
        .attr("use_nesterov", useNesterov)
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
    return node("ResourceApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower).build();
  }

  /**
   * A step of FTRL; keeps {@code linear} multiplied by {@code lr} if {@code multiplyLinearByLr}.
   */
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
    return node("ResourceApplyFtrl", variable, accum, linear, grad, lr, l1, l2, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build();
  }

  /** A step of FTRL on the rows that {@code indices} name. */
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
    return node(
            "ResourceSparseApplyFtrl", variable, accum, linear, grad, indices, lr, l1, l2, lrPower)
        .build();
  }

  /**
   * A step of FTRL on the rows that {@code indices} name; keeps {@code linear} multiplied by {@code
   * lr} if {@code multiplyLinearByLr}.
   */
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
    return node(
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
    return node(
            "ResourceApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .build();
  }

  /**
   * A step of FTRL with shrinkage; keeps {@code linear} multiplied by {@code lr} if {@code
   * multiplyLinearByLr}.
   */
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
    return node(
            "ResourceApplyFtrlV2", variable, accum, linear, grad, lr, l1, l2, l2Shrinkage, lrPower)
        .attr("multiply_linear_by_lr", multiplyLinearByLr)
        .build();
  }

  /** A step of FTRL with shrinkage on the rows that {@code indices} name. */
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
    return node(
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

  /**
   * A step of FTRL with shrinkage on the rows that {@code indices} name; keeps {@code linear}
   * multiplied by {@code lr} if {@code multiplyLinearByLr}.
   */
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
    return node(
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
    return node("ResourceApplyAddSign", variable, m, lr, alpha, signDecay, beta, grad).build();
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
    return node("ResourceApplyPowerSign", variable, m, lr, logbase, signDecay, beta, grad).build();
  }
}
