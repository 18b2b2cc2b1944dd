/** What the simulation needs of gRPC's messages. */
@NullMarked
package dev.weir.cluster.internal.grpc;

import org.jspecify.annotations.NullMarked;
