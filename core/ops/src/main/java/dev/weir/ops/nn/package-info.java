/** Ops: recurrent cells, and what neural networks are put together from. */
@NullMarked
package dev.weir.ops.nn;

import org.jspecify.annotations.NullMarked;
