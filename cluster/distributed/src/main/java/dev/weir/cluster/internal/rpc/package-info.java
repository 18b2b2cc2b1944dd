/**
 * The table of RPC methods, {@code Rpcs}. An entry has everything that the transports need to know
 * of a method: its name, its codecs for gRPC and for streams, who may call it, and how it is
 * treated. gRPC clients and servers, streams and the simulated network of tests all work from it.
 *
 * <p>To add a method, add an entry here, its codec beside the others, and a handler in the master
 * or the worker.
 */
@NullMarked
package dev.weir.cluster.internal.rpc;

import org.jspecify.annotations.NullMarked;
