/**
 * The real TensorFlow as a member of a cluster: its servers, each in a process of its own.
 *
 * <p>Entry points: {@link dev.weir.conformance.peer.TensorFlowServer} for one task, {@link
 * dev.weir.conformance.peer.TensorFlowCluster} for all of them; {@link
 * dev.weir.conformance.TensorFlowClient} is the client. {@link
 * dev.weir.conformance.peer.JavaProcess} can hold other programs just as well.
 */
@NullMarked
package dev.weir.conformance.peer;

import org.jspecify.annotations.NullMarked;
