/**
 * How Weir fails: one unchecked exception with a code, a message that names the rule and both
 * values, and the line of user code that is to blame. Every other package depends on this one.
 */
@NullMarked
package dev.weir.error;

import org.jspecify.annotations.NullMarked;
