/**
 * What authors of ops share: base classes, shape rules, broadcasting, and loops over elements.
 *
 * <p>For ops only; nothing here is needed to build a graph.
 */
@NullMarked
package dev.weir.ops.support;

import org.jspecify.annotations.NullMarked;
