/**
 * How masters, workers and clients reach each other, whatever carries the messages. A {@code
 * WorkerPort} is implemented by the worker itself, by a connection to a worker in another process,
 * and by the simulated network of tests; so is a {@code MasterPort}.
 *
 * <p>Every call is asynchronous and limited in time. It ends with a {@code WeirException} if it
 * fails; cancelling the future cancels the call. Tensors in a request belong to the caller: the
 * callee retains them before it returns. Tensors in a response belong to the caller, who releases
 * them.
 */
@NullMarked
package dev.weir.cluster.internal.transport;

import org.jspecify.annotations.NullMarked;
