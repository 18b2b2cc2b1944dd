/** Samples of every op, one class a group of ops. */
@NullMarked
package dev.weir.testkit.samples;

import org.jspecify.annotations.NullMarked;
