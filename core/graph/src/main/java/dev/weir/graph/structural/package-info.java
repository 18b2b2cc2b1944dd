/**
 * The ops the runtime itself knows: constants, placeholders, feeds and fetches, the primitives of
 * control flow, and transfer between devices. All other ops are ordinary.
 */
@NullMarked
package dev.weir.graph.structural;

import org.jspecify.annotations.NullMarked;
