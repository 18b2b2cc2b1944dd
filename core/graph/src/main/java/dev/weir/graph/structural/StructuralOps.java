package dev.weir.graph.structural;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The library of ops the runtime knows. */
public final class StructuralOps implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new Arg(),
        new Const(),
        new ControlTrigger(),
        new Enter(),
        new Exit(),
        new HostRecv(),
        new HostSend(),
        new Identity(),
        new LoopCond(),
        new Merge(),
        new NextIteration(),
        new NoOp(),
        new Placeholder(),
        new Recv(),
        new RefEnter(),
        new RefExit(),
        new RefIdentity(),
        new RefMerge(),
        new RefNextIteration(),
        new RefSwitch(),
        new Retval(),
        new Send(),
        new Switch());
  }
}
