package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kernels of recurrent networks. */
public final class RecurrentKernels {
  private static final List<String> SEQUENCES =
      List.of("BlockLSTM", "BlockLSTMV2", "BlockLSTMGrad", "BlockLSTMGradV2");

  private RecurrentKernels() {}

  public static void addTo(KernelTable table) {
    for (String op : SEQUENCES) {
      table.add(op, DType.INT64, spec -> ofFloats(spec, 1, LstmVectorKernel::new));
    }
    table.add("LSTMBlockCell", DType.FLOAT32, LstmCellVectorKernel::new);
    table.add("LSTMBlockCellGrad", DType.FLOAT32, LstmCellGradVectorKernel::new);
    table.add("GRUBlockCell", DType.FLOAT32, spec -> new GruVectorKernel());
    table.add("GRUBlockCellGrad", DType.FLOAT32, spec -> new GruGradVectorKernel());
  }

  private static @Nullable Kernel ofFloats(
      KernelSpec spec, int input, Function<KernelSpec, Kernel> kernel) {
    return spec.inputDtype(input) == DType.FLOAT32 ? kernel.apply(spec) : null;
  }
}
