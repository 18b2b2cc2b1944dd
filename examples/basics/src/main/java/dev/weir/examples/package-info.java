/**
 * Small programs to learn from, each complete in one file. What they print is checked by tests.
 *
 * <p>Start with {@link dev.weir.examples.FirstGraph}.
 */
@NullMarked
package dev.weir.examples;

import org.jspecify.annotations.NullMarked;
