package dev.weir.runtime;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;
import java.util.stream.Stream;

/** FixtureGraph only tests need. */
public final class TestLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return Stream.of(
            NumberOps.all(),
            ShapeOps.all(),
            EffectOps.all(),
            FlowOps.all(),
            FaultOps.all(),
            CountOps.all())
        .flatMap(List::stream)
        .toList();
  }
}
