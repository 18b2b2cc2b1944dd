package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Puts the elements of images in blocks of channels, or back into the usual order. */
final class ReorderOneDnnKernel implements Kernel {
  private final boolean isChannelsLast;
  private final boolean toBlocked;
  private final int block;

  ReorderOneDnnKernel(KernelSpec spec, int block) {
    this.isChannelsLast = spec.attrs().string("data_format").equals("NHWC");
    this.toBlocked = spec.attrs().bool("to_blocked");
    this.block = block;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor images = context.input(0);
    Tensor reordered = context.allocate(0, images.shape());
    if (images.elements() == 0) {
      return;
    }
    Shape shape = images.shape();
    long[] dims =
        isChannelsLast
            ? new long[] {shape.size(0), shape.size(3), shape.size(1), shape.size(2)}
            : shape.sizes();
    MemoryDesc plain = WindowSlide.plain(dims, isChannelsLast);
    MemoryDesc blocked = MemoryDesc.blocked(DataType.F32, block, dims);
    ImageReorderSpec spec =
        toBlocked ? new ImageReorderSpec(plain, blocked) : new ImageReorderSpec(blocked, plain);
    PrimitiveRunner runner = PrimitiveRunner.shared();
    runner.within(
        context.parallel().threads(),
        4.0 * images.elements(),
        threads ->
            runner.run(
                spec,
                threads,
                bytes -> ConvolutionOneDnnKernel.scratch(context, bytes),
                bytes(images),
                bytes(reordered)));
  }
}
