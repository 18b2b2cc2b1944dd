/** What the simulation needs of gRPC's messages. */
@NullMarked
package dev.weir.cluster.grpc;

import org.jspecify.annotations.NullMarked;
