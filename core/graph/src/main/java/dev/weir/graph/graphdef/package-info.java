/**
 * Graphs as TensorFlow's files have them, in binary and as text, with their functions and
 * constants.
 *
 * <p>Entry point: {@link dev.weir.graph.graphdef.GraphDefs}. What is read may come from anyone:
 * every size is checked before memory is taken for it, and whatever is wrong with the bytes comes
 * out as one {@link dev.weir.error.WeirException}. The messages of the schema stay inside this
 * package.
 */
@NullMarked
package dev.weir.graph.graphdef;

import org.jspecify.annotations.NullMarked;
