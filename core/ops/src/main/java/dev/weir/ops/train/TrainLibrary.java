package dev.weir.ops.train;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Optimizer steps. */
public final class TrainLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new ResourceApplyAdaMax(),
        new ResourceApplyAdadelta(),
        new ResourceApplyAdagrad(),
        new ResourceApplyAdagradDA(),
        new ResourceApplyAdagradV2(),
        new ResourceApplyAdam(),
        new ResourceApplyAdamWithAmsgrad(),
        new ResourceApplyAddSign(),
        new ResourceApplyCenteredRMSProp(),
        new ResourceApplyFtrl(),
        new ResourceApplyFtrlV2(),
        new ResourceApplyGradientDescent(),
        new ResourceApplyKerasMomentum(),
        new ResourceApplyMomentum(),
        new ResourceApplyPowerSign(),
        new ResourceApplyProximalAdagrad(),
        new ResourceApplyProximalGradientDescent(),
        new ResourceApplyRMSProp(),
        new ResourceSparseApplyAdadelta(),
        new ResourceSparseApplyAdagrad(),
        new ResourceSparseApplyAdagradDA(),
        new ResourceSparseApplyAdagradV2(),
        new ResourceSparseApplyCenteredRMSProp(),
        new ResourceSparseApplyFtrl(),
        new ResourceSparseApplyFtrlV2(),
        new ResourceSparseApplyKerasMomentum(),
        new ResourceSparseApplyMomentum(),
        new ResourceSparseApplyProximalAdagrad(),
        new ResourceSparseApplyProximalGradientDescent(),
        new ResourceSparseApplyRMSProp());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(
        new ApplyAdaMax(),
        new ApplyAdadelta(),
        new ApplyAdagrad(),
        new ApplyAdagradDA(),
        new ApplyAdagradV2(),
        new ApplyAdam(),
        new ApplyAddSign(),
        new ApplyCenteredRMSProp(),
        new ApplyFtrl(),
        new ApplyFtrlV2(),
        new ApplyGradientDescent(),
        new ApplyMomentum(),
        new ApplyPowerSign(),
        new ApplyProximalAdagrad(),
        new ApplyProximalGradientDescent(),
        new ApplyRMSProp(),
        new SparseApplyAdadelta(),
        new SparseApplyAdagrad(),
        new SparseApplyAdagradDA(),
        new SparseApplyAdagradV2(),
        new SparseApplyCenteredRMSProp(),
        new SparseApplyFtrl(),
        new SparseApplyFtrlV2(),
        new SparseApplyMomentum(),
        new SparseApplyProximalAdagrad(),
        new SparseApplyProximalGradientDescent(),
        new SparseApplyRMSProp());
  }
}
