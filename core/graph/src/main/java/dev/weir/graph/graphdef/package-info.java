/**
 * Graphs as TensorFlow's files have them, in binary and as text, with their functions and
 * constants.
 *
 * <p>Entry point: {@link dev.weir.graph.graphdef.GraphDefs}. Input is untrusted: every size is
 * checked before memory is allocated for it, and bytes that are wrong in any way are refused with a
 * {@link dev.weir.error.WeirException}. The messages of the schema stay inside this package.
 */
@NullMarked
package dev.weir.graph.graphdef;

import org.jspecify.annotations.NullMarked;
