package dev.weir.graph.kernel;

/**
 * A reference kernel of an elementwise op, with the function it applies: a provider may apply the
 * same function in loops of its own.
 *
 * @param loop applies the function to all elements, broadcasting
 */
public record ElementKernel(ElementFunction function, Kernel loop) implements Kernel {
  @Override
  public void compute(KernelContext context) {
    loop.compute(context);
  }
}
