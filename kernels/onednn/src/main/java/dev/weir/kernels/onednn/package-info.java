/** Kernels of the oneDNN library, called through the foreign function API. */
@NullMarked
package dev.weir.kernels.onednn;

import org.jspecify.annotations.NullMarked;
