package dev.weir.kernels.vector.internal.pool;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels of pools and their gradients. */
public final class PoolKernels {
  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);

  private static final List<DType> WHOLES =
      List.of(
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.UINT32,
          DType.INT64,
          DType.UINT64);

  private PoolKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    for (DType dtype : REALS) {
      add(table, "AvgPool", dtype, -1, AveragePools::forward);
      add(table, "AvgPool3D", dtype, -1, AveragePools::forward);
      addMaximums(table, dtype);
    }
    WHOLES.forEach(dtype -> addMaximums(table, dtype));
    add(table, "AvgPoolGrad", DType.INT32, -1, AveragePools::gradient);
    add(table, "AvgPool3DGrad", DType.INT32, -1, AveragePools::gradient);
  }

  private static void addMaximums(KernelTable table, DType dtype) {
    add(table, "MaxPool", dtype, -1, MaxPools::forward);
    add(table, "MaxPool3D", dtype, -1, MaxPools::forward);
    add(table, "MaxPoolV2", dtype, 1, MaxPools::forward);
    add(table, "MaxPoolGrad", dtype, -1, MaxPools::gradient);
    table.add("MaxPool3DGrad", dtype, PoolKernels::volumeGradient);
    add(table, "MaxPoolGradV2", dtype, 3, MaxPools::gradient);
    add(table, "MaxPoolGradGrad", dtype, -1, MaxPools::secondGradient);
    add(table, "MaxPool3DGradGrad", dtype, -1, MaxPools::secondGradient);
    add(table, "MaxPoolGradGradV2", dtype, 3, MaxPools::secondGradient);
    table.add(
        "MaxPoolWithArgmax",
        dtype,
        spec -> {
          boolean countsBatch = countsBatch(spec);
          return new PoolVectorKernel(
              spec,
              -1,
              (context, slide, size) -> MaxPools.withArgmax(context, slide, size, countsBatch));
        });
    table.add(
        "MaxPoolGradWithArgmax",
        dtype,
        spec -> {
          boolean countsBatch = countsBatch(spec);
          return context -> MaxPools.argmaxGradient(context, countsBatch);
        });
    table.add(
        "MaxPoolGradGradWithArgmax",
        dtype,
        spec -> {
          boolean countsBatch = countsBatch(spec);
          return context -> MaxPools.argmaxSecondGradient(context, countsBatch);
        });
  }

  /** Images and gradients may be of two types, which is left to the reference kernel. */
  private static @Nullable Kernel volumeGradient(KernelSpec spec) {
    return spec.inputDtypes().stream().distinct().count() == 1
        ? kernel(spec, -1, MaxPools::gradient)
        : null;
  }

  private static boolean countsBatch(KernelSpec spec) {
    return spec.attrs().bool("include_batch_in_index");
  }

  private static void add(
      KernelTable table,
      String op,
      DType dtype,
      int sizeInput,
      PoolVectorKernel.Computation computation) {
    table.add(op, dtype, spec -> kernel(spec, sizeInput, computation));
  }

  private static @Nullable Kernel kernel(
      KernelSpec spec, int sizeInput, PoolVectorKernel.Computation computation) {
    boolean isInBlocks =
        spec.attrs().has("data_format") && spec.attrs().string("data_format").endsWith("VECT_C");
    return isInBlocks ? null : new PoolVectorKernel(spec, sizeInput, computation);
  }
}
