/** Ops of {@code ops.lookup}: lookup tables; and its facade. */
@NullMarked
package dev.weir.ops.lookup;

import org.jspecify.annotations.NullMarked;
