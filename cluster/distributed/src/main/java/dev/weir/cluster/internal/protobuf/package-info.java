/**
 * TensorFlow's protobuf messages as records of {@code wire}: a {@code ProtobufCodec} for each.
 * Messages without tensors go through the generated classes. The elements of a tensor go from its
 * memory to the network and from the network to the memory of a new tensor; no parser copies them.
 * No generated type leaves this package.
 */
@NullMarked
package dev.weir.cluster.internal.protobuf;

import org.jspecify.annotations.NullMarked;
