package dev.weir.kernels.vector.internal.image;

import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.List;

/** Kernels of images in other sizes. */
public final class ImageKernels {
  private static final List<DType> PIXELS =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.INT64);

  private ImageKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    for (DType dtype : PIXELS) {
      table.add("ResizeBilinear", dtype, ResizeBilinearVectorKernel::new);
      table.add("ResizeNearestNeighbor", dtype, ResizeNearestVectorKernel::new);
      table.add("ResizeNearestNeighborGrad", dtype, ResizeNearestGradVectorKernel::new);
      table.add("CropAndResize", dtype, CropAndResizeVectorKernel::new);
    }
    table.add("ResizeBilinearGrad", DType.FLOAT32, ResizeBilinearGradVectorKernel::new);
    table.add("CropAndResizeGradImage", DType.FLOAT32, CropGradImageVectorKernel::new);
    table.add("CropAndResizeGradBoxes", DType.FLOAT32, CropGradBoxesVectorKernel::new);
  }
}
