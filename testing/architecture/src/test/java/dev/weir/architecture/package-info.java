/**
 * The structure of the code, as tests: who may know whom, and what may appear where.
 *
 * <p>A rule that stands in the way of a good change is changed here, in the same commit.
 */
@NullMarked
package dev.weir.architecture;

import org.jspecify.annotations.NullMarked;
