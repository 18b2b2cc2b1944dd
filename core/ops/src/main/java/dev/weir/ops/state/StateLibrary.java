package dev.weir.ops.state;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class StateLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new Assign(),
        new AssignAdd(),
        new AssignAddVariableOp(),
        new AssignSub(),
        new AssignSubVariableOp(),
        new AssignVariableOp(),
        new ConsumeMutexLock(),
        new CountUpTo(),
        new DestroyResourceOp(),
        new DestroyTemporaryVariable(),
        new IsVariableInitialized(),
        new MutexLock(),
        new MutexV2(),
        new ReadVariableOp(),
        new RefSelect(),
        new ResourceCountUpTo(),
        new ResourceGather(),
        new ResourceGatherNd(),
        new ResourceScatterAdd(),
        new ResourceScatterDiv(),
        new ResourceScatterMax(),
        new ResourceScatterMin(),
        new ResourceScatterMul(),
        new ResourceScatterNdAdd(),
        new ResourceScatterNdMax(),
        new ResourceScatterNdMin(),
        new ResourceScatterNdSub(),
        new ResourceScatterNdUpdate(),
        new ResourceScatterSub(),
        new ResourceScatterUpdate(),
        new ResourceStridedSliceAssign(),
        new ScatterAdd(),
        new ScatterDiv(),
        new ScatterMax(),
        new ScatterMin(),
        new ScatterMul(),
        new ScatterNdAdd(),
        new ScatterNdMax(),
        new ScatterNdMin(),
        new ScatterNdSub(),
        new ScatterNdUpdate(),
        new ScatterSub(),
        new ScatterUpdate(),
        new TemporaryVariable(),
        new StridedSliceAssign(),
        new VarHandleOp(),
        new VarIsInitializedOp(),
        new VariableOp(),
        new VariableShape(),
        new VariableV2());
  }
}
