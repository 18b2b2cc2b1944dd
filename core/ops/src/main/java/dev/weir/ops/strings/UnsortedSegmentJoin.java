package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.ReductionShapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins all strings with the same id, in order, with a separator between them. An id that does not
 * occur gives an empty string.
 */
final class UnsortedSegmentJoin extends Op {
  UnsortedSegmentJoin() {
    super(
        "UnsortedSegmentJoin(inputs: string, segment_ids: Tindices, num_segments: Tnumsegments) ->"
            + " (output: string) separator:string=\"\"; Tindices:type in [int32, int64];"
            + " Tnumsegments:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(ReductionShapes.ofSegments(context));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    byte[] separator = spec.attrs().bytes("separator");
    return context -> join(context, separator);
  }

  private static void join(KernelContext context, byte[] separator) {
    Tensor x = context.input(0);
    Tensor ids = context.input(1);
    if (ids.shape().rank() == 0) {
      throw WeirException.invalidArgument(
          "segment_ids must have at least rank 1: it is %s%s", ids.dtype(), ids.shape());
    }
    long segments = context.input(2).getLong(0);
    Shape inner = x.shape().slice(ids.shape().rank(), x.shape().rank());
    Tensor y = context.allocate(0, Shape.of(segments).concat(inner));
    Map<Long, List<byte[]>> parts = new HashMap<>();
    long width = inner.elements();
    for (long row = 0; row < ids.elements(); row++) {
      long id = ids.getLong(row);
      if (id < 0 || id >= segments) {
        throw WeirException.invalidArgument(
            "segment ids must be in [0, %d): segment_ids[%d] is %d", segments, row, id);
      }
      for (long k = 0; k < width; k++) {
        parts
            .computeIfAbsent(id * width + k, at -> new ArrayList<>())
            .add(x.getBytes(row * width + k));
      }
    }
    parts.forEach((at, some) -> y.setBytes(at, Ascii.join(some, separator)));
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}
