/** What the simulation needs of the messages of streams. */
@NullMarked
package dev.weir.cluster.internal.stream;

import org.jspecify.annotations.NullMarked;
