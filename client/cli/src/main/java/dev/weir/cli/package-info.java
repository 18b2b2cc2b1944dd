/**
 * The command line: {@code weir train}, {@code example}, {@code run}, {@code inspect}, {@code ops}.
 * Data on stdout, logs on stderr.
 */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
