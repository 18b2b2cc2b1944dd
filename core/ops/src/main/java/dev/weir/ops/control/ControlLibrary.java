package dev.weir.ops.control;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class ControlLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new Abort(),
        new Assert(),
        new Case(),
        new CheckNumerics(),
        new CheckNumericsV2(),
        new DeepCopy(),
        new EnsureShape(),
        new IdentityN(),
        new If(),
        new PartitionedCall(),
        new PlaceholderWithDefault(),
        new PreventGradient(),
        new Print(),
        new PrintV2(),
        new StatefulPartitionedCall(),
        new StatelessCase(),
        new StatelessIf(),
        new StatelessWhile(),
        new StopGradient(),
        new Timestamp(),
        new ToBool(),
        new While());
  }
}
