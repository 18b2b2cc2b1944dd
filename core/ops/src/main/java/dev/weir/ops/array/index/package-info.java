/** Ops of {@code ops.array}: elements gathered, scattered and found by index. */
@NullMarked
package dev.weir.ops.array.index;

import org.jspecify.annotations.NullMarked;
