package dev.weir.ops.state;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Variables and mutexes. */
public final class StateLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new AssignAddVariableOp(),
        new AssignSubVariableOp(),
        new AssignVariableOp(),
        new ConsumeMutexLock(),
        new DestroyResourceOp(),
        new MutexLock(),
        new MutexV2(),
        new ReadVariableOp(),
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
        new VarHandleOp(),
        new VarIsInitializedOp(),
        new VariableShape());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(
        new Assign(),
        new AssignAdd(),
        new AssignSub(),
        new CountUpTo(),
        new DestroyTemporaryVariable(),
        new IsVariableInitialized(),
        new RefSelect(),
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
        new StridedSliceAssign(),
        new TemporaryVariable(),
        new VariableOp(),
        new VariableV2());
  }
}
