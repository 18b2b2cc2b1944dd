/** What the simulation needs of the messages of streams. */
@NullMarked
package dev.weir.cluster.stream;

import org.jspecify.annotations.NullMarked;
