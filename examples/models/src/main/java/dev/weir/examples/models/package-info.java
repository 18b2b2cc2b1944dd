/**
 * Models that learn, each a complete program in one file: regressions, networks, and models that
 * are no networks at all. Each makes or brings its own small data; what it learns is checked by a
 * test.
 */
@NullMarked
package dev.weir.examples.models;

import org.jspecify.annotations.NullMarked;
