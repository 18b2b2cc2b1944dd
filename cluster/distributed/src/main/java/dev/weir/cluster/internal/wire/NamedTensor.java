package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/** A value under a name: an edge of a graph to clients, a rendezvous key between tasks. */
public record NamedTensor(String name, Tensor value) {
  static List<Tensor> tensors(List<NamedTensor> named) {
    return named.isEmpty() ? List.of() : named.stream().map(NamedTensor::value).toList();
  }

  static List<NamedTensor> shared(List<NamedTensor> named) {
    return named.stream().map(each -> new NamedTensor(each.name(), each.value().shared())).toList();
  }
}
