package dev.weir.kernels.onednn;

import java.util.List;

/**
 * {@code c = a b} of float32 matrices whose rows may lie apart, as parts of larger ones do. A
 * {@code b} without strides is in the layout that oneDNN chooses, see {@link PackingSpec}.
 */
record RegionProductSpec(MemoryDesc a, MemoryDesc b, MemoryDesc c) implements PrimitiveSpec {
  private static final List<PrimitiveArgument> ARGUMENTS =
      List.of(PrimitiveArgument.SOURCE, PrimitiveArgument.WEIGHTS, PrimitiveArgument.DESTINATION);

  @Override
  public List<PrimitiveArgument> arguments() {
    return ARGUMENTS;
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    return DnnlObjects.createMatMulDesc(
        engine.handle(),
        scope.memoryDesc(a),
        scope.memoryDesc(b),
        /* bias */ 0,
        scope.memoryDesc(c),
        scope.attributes(PrimitiveAttributes.STRICT));
  }

  @Override
  public String toString() {
    return "matmul %s = %s * %s".formatted(c, a, b);
  }
}
