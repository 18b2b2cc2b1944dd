/**
 * Differentiation: {@link dev.weir.autodiff.Gradients} extends a graph by nodes that compute how
 * one of its values changes with others. What the gradient of an op is stands in the op's own file;
 * here is the walk from the loss back to what it depends on.
 */
@NullMarked
package dev.weir.autodiff;

import org.jspecify.annotations.NullMarked;
