/**
 * LSTM and GRU cells, alone and over sequences; the entry point is {@code RecurrentKernels}.
 * Products are those of the session's best provider; the loops between them are here.
 */
@NullMarked
package dev.weir.kernels.vector.internal.recurrent;

import org.jspecify.annotations.NullMarked;
