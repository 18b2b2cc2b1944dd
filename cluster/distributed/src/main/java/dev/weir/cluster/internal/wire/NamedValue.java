package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/** A value under a name: an edge of a graph to clients, a rendezvous key between tasks. */
public record NamedValue(String name, Tensor value) {
  static List<Tensor> tensors(List<NamedValue> named) {
    return named.isEmpty() ? List.of() : named.stream().map(NamedValue::value).toList();
  }

  static List<NamedValue> shared(List<NamedValue> named) {
    return named.stream().map(each -> new NamedValue(each.name(), each.value().shared())).toList();
  }
}
