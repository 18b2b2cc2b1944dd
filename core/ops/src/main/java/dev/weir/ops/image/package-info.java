/** Ops: images in other sizes, whole or in parts. */
@NullMarked
package dev.weir.ops.image;

import org.jspecify.annotations.NullMarked;
