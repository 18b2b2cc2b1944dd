package dev.weir.graph.structural;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The library of ops the runtime knows. */
public final class StructuralOps implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new Const(),
        new ControlTrigger(),
        new Enter(),
        new Exit(),
        new Identity(),
        new LoopCond(),
        new Merge(),
        new NextIteration(),
        new NoOp(),
        new Placeholder(),
        new Switch());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(
        new RefEnter(),
        new RefExit(),
        new RefIdentity(),
        new RefMerge(),
        new RefNextIteration(),
        new RefSwitch());
  }

  @Override
  public List<OpDefinition> runtimeOps() {
    return List.of(new Arg(), new HostRecv(), new HostSend(), new Recv(), new Retval(), new Send());
  }
}
