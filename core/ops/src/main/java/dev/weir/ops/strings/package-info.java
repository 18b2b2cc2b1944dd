/** Ops: strings of bytes. */
@NullMarked
package dev.weir.ops.strings;

import org.jspecify.annotations.NullMarked;
