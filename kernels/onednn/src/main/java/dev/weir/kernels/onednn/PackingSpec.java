package dev.weir.kernels.onednn;

import java.util.List;

/**
 * Copies the right factor of a product to the layout that oneDNN has chosen for it. The product is
 * one for a single thread, whose layout it is; the copying may have more.
 */
record PackingSpec(MemoryDesc plain, RegionProductSpec product) implements PrimitiveSpec {
  private static final List<PrimitiveArgument> ARGUMENTS =
      List.of(PrimitiveArgument.SOURCE, PrimitiveArgument.DESTINATION);

  @Override
  public List<PrimitiveArgument> arguments() {
    return ARGUMENTS;
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    int threads = OpenMp.maxThreads();
    OpenMp.useThreads(1);
    long described = scope.own(DnnlObject.PRIMITIVE_DESC, product.describe(engine, scope));
    OpenMp.useThreads(threads);
    return DnnlPrimitives.reorder(
        engine.handle(),
        scope.memoryDesc(plain),
        DnnlObjects.argumentDesc(described, PrimitiveArgument.WEIGHTS),
        scope.attributes(PrimitiveAttributes.STRICT));
  }
}
