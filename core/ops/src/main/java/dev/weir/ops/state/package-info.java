/** Ops of {@code ops.state}: variables and mutexes; and its facade. */
@NullMarked
package dev.weir.ops.state;

import org.jspecify.annotations.NullMarked;
