package dev.weir.ops.control;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Functions, conditionals, assertions and identities. */
public final class ControlLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
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

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new Print());
  }
}
