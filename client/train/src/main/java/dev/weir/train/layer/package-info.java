/** Layers: parts of models that make their own variables. */
@NullMarked
package dev.weir.train.layer;

import org.jspecify.annotations.NullMarked;
