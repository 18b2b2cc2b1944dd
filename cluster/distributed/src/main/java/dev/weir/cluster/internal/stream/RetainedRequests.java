package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Requests with tensors of their own, which nobody else closes: whoever makes a call may close its
 * tensors as soon as the call returns.
 */
final class RetainedRequests {
  private RetainedRequests() {}

  static RunGraph of(RunGraph request) {
    return request.sends().isEmpty()
        ? request
        : new RunGraph(
            request.session(),
            request.graph(),
            request.step(),
            shared(request.sends()),
            request.receives(),
            request.traces(),
            request.partial(),
            request.lastPartial(),
            request.requestId());
  }

  static RunStep of(RunStep request) {
    return request.feeds().isEmpty()
        ? request
        : new RunStep(
            request.session(),
            shared(request.feeds()),
            request.fetches(),
            request.targets(),
            request.options(),
            request.partialRun(),
            request.requestId());
  }

  static RunCallable of(RunCallable request) {
    return request.feeds().isEmpty()
        ? request
        : new RunCallable(
            request.session(),
            request.callable(),
            request.feeds().stream().map(Tensor::shared).toList(),
            request.requestId());
  }

  private static List<NamedTensor> shared(List<NamedTensor> tensors) {
    return tensors.stream()
        .map(each -> new NamedTensor(each.name(), each.value().shared()))
        .toList();
  }

  static List<Tensor> tensors(List<NamedTensor> named) {
    return named.isEmpty() ? List.of() : named.stream().map(NamedTensor::value).toList();
  }
}
