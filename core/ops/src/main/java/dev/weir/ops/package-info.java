/**
 * The catalog of ops, and {@link dev.weir.ops.Ops}, through which programs build graphs.
 *
 * <p>One package a group, one file an op; a group's {@code …Ops} class has a method for each of its
 * ops, its {@code …Library} lists them.
 */
@NullMarked
package dev.weir.ops;

import org.jspecify.annotations.NullMarked;
