package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * Follow the regularized leader. With {@code a = accum + g²} and {@code p = -lr_power}: {@code
 * linear ← linear + g - (aᵖ - accumᵖ) / lr var}, then {@code var ← (sign(linear) l1 - linear) / (aᵖ
 * / lr + 2 l2)} where {@code |linear| > l1} and 0 elsewhere, and {@code accum ← a}.
 *
 * <p>With {@code multiply_linear_by_lr} {@code linear} is kept multiplied by {@code lr}. The second
 * version has {@code l2_shrinkage}: {@code g + 2 l2_shrinkage var} is added to {@code linear}
 * instead of {@code g}.
 *
 * <p>See <a href="https://research.google/pubs/pub41159/">McMahan and others, 2013</a>.
 */
final class FtrlRule implements UpdateRule {
  private static final double SQUARE_ROOT = -0.5;

  private final boolean isLinearMultiplied;
  private final boolean hasShrinkage;

  private FtrlRule(Attributes attrs, boolean hasShrinkage) {
    this.isLinearMultiplied = attrs.bool("multiply_linear_by_lr");
    this.hasShrinkage = hasShrinkage;
  }

  /** Without shrinkage. */
  static FtrlRule first(Attributes attrs) {
    return new FtrlRule(attrs, false);
  }

  /** With shrinkage. */
  static FtrlRule second(Attributes attrs) {
    return new FtrlRule(attrs, true);
  }

  @Override
  public void check(UpdateParameters parameters) {
    if (parameters.isSparse()) {
      parameters.requirePositive("lr");
      parameters.requireAtLeastZero("l1");
      parameters.requireAtLeastZero("l2");
      parameters.requireAtMostZero("lr_power");
      if (hasShrinkage) {
        parameters.requireAtLeastZero("l2_shrinkage");
      }
    }
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers variable = block.get("var");
    Numbers before = block.get("accum");
    Numbers after = before.plus(block.gradient().square());
    Numbers root = root(block, after);
    Numbers growth = root.minus(root(block, before));
    Numbers rate = block.parameter("lr");
    Numbers l1 = block.parameter("l1");
    Numbers twiceL2 = block.constant(2).times(block.parameter("l2"));
    Numbers added = added(block, variable);
    if (isLinearMultiplied) {
      added = added.times(rate);
      l1 = l1.times(rate);
      twiceL2 = twiceL2.times(rate);
    } else {
      growth = growth.dividedBy(rate);
      root = root.dividedBy(rate);
    }
    Numbers linear =
        block.set("linear", block.get("linear").plus(added.minus(growth.times(variable))));
    Numbers solution = l1.times(linear.sign()).minus(linear).dividedBy(root.plus(twiceL2));
    block.set("var", solution.whereGreater(linear.abs(), l1));
    block.set("accum", after);
  }

  private Numbers added(UpdateBlock block, Numbers variable) {
    if (!hasShrinkage) {
      return block.gradient();
    }
    Numbers twice = block.constant(2).times(block.parameter("l2_shrinkage"));
    return block.gradient().plus(twice.times(variable));
  }

  private static Numbers root(UpdateBlock block, Numbers x) {
    Numbers power = block.parameter("lr_power");
    return power.first() == SQUARE_ROOT ? x.sqrt() : x.power(power.negated());
  }
}
