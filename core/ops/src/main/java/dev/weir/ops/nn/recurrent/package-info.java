/** Ops of {@code ops.nn}: recurrent cells, for one step or for sequences. */
@NullMarked
package dev.weir.ops.nn.recurrent;

import org.jspecify.annotations.NullMarked;
