/**
 * Tasks that reach each other by gRPC, with the methods and messages of TensorFlow. {@code
 * GrpcNetwork} calls other tasks, {@code GrpcTask} answers them; the methods come from the table
 * {@code rpc.Rpcs}, the messages from {@code protobuf}.
 *
 * <p>Answers complete their futures on the threads that read the network: callbacks do little there
 * and never block.
 */
@NullMarked
package dev.weir.cluster.internal.grpc;

import org.jspecify.annotations.NullMarked;
