package dev.weir.ops.math.logic;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Comparison, logic and bits. */
public final class LogicLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new ApproximateEqual(),
        new BitwiseAnd(),
        new BitwiseOr(),
        new BitwiseXor(),
        new Equal(),
        new Greater(),
        new GreaterEqual(),
        new Invert(),
        new IsFinite(),
        new IsInf(),
        new IsNan(),
        new LeftShift(),
        new Less(),
        new LessEqual(),
        new LogicalAnd(),
        new LogicalNot(),
        new LogicalOr(),
        new NotEqual(),
        new PopulationCount(),
        new RightShift());
  }
}
