/**
 * How Weir's own tasks and clients exchange the calls that every step makes: frames over TCP, with
 * TLS if there are certificates. {@code HybridNetwork} is the entrance: it asks a task by gRPC
 * whether it listens for streams, and calls it by those or by gRPC. {@code StreamServer} answers.
 *
 * <p>A connection carries many calls. Small messages are written by the thread that has them; the
 * elements of large tensors go from their memory to the socket and from the socket to the memory of
 * a new tensor, in pieces between which small messages find their way. One thread, the {@code
 * SelectorLoop}, reads all connections, and calls the worker, the master and listeners of
 * responses: they do little there, and never wait.
 */
@NullMarked
package dev.weir.cluster.internal.stream;

import org.jspecify.annotations.NullMarked;
