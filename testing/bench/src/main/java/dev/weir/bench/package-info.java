/** Measurements against the native engines: {@code weir bench}. */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
