/**
 * How Weir fails: one unchecked exception, {@link dev.weir.error.WeirException}, with a code, the
 * rule that was broken, and its {@link dev.weir.error.Origin}: node, line of user code, task. Every
 * other package depends on this one.
 */
@NullMarked
package dev.weir.error;

import org.jspecify.annotations.NullMarked;
