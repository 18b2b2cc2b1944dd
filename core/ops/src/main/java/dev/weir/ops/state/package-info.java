/** Ops: variables and other things that outlive a step. */
@NullMarked
package dev.weir.ops.state;

import org.jspecify.annotations.NullMarked;
