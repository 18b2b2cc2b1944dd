package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;

/** A value under a name: an edge of a graph to clients, a rendezvous key between tasks. */
public record NamedTensor(String name, Tensor value) {}
