package dev.weir.kernels.onednn;

import java.util.List;

/** Copies numbers from one layout to another. */
record ImageReorderSpec(MemoryDesc from, MemoryDesc to) implements PrimitiveSpec {
  private static final List<PrimitiveArgument> ARGUMENTS =
      List.of(PrimitiveArgument.SOURCE, PrimitiveArgument.DESTINATION);

  @Override
  public List<PrimitiveArgument> arguments() {
    return ARGUMENTS;
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    return DnnlPrimitives.reorder(
        engine.handle(),
        scope.memoryDesc(from),
        scope.memoryDesc(to),
        scope.attributes(PrimitiveAttributes.STRICT));
  }
}
