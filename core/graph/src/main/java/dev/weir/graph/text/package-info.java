/**
 * Graphs as text for people: in logs, error messages and tests. The grammar is in {@code
 * docs/graph-text.md}.
 *
 * <p>Entry point: {@link dev.weir.graph.text.GraphText}.
 */
@NullMarked
package dev.weir.graph.text;

import org.jspecify.annotations.NullMarked;
