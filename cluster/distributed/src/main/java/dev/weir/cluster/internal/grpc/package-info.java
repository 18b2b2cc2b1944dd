/**
 * Tasks that reach each other by gRPC, with the methods and messages of TensorFlow. {@code
 * GrpcNetwork} calls other tasks, {@code GrpcTask} answers them; what stands in the messages is
 * known to the codecs. The elements of a tensor go from its memory to the network and from the
 * network to the memory of a new tensor; no parser sees them.
 *
 * <p>Answers complete their futures on the threads that read the network: whoever reacts to one
 * does little there, and never waits.
 */
@NullMarked
package dev.weir.cluster.internal.grpc;

import org.jspecify.annotations.NullMarked;
