package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/**
 * Lowers the rows of a variable that {@code indices} name to the updates, where those are smaller.
 */
final class ResourceScatterMin extends ResourceUpdate {
  ResourceScatterMin() {
    super(
        "ResourceScatterMin(resource: resource, indices: Tindices, updates: dtype) -> () dtype:type"
            + " in [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,"
            + " qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tindices:type in [int32, int64]; stateful",
        (dtype, attrs) -> new Rows(ElementCombiner.min(dtype)));
  }
}
