/**
 * Which device each node runs on: constraints first, then a simulated execution over a cost model.
 *
 * <p>Entry point: {@link dev.weir.runtime.internal.place.Placer}.
 */
@NullMarked
package dev.weir.runtime.internal.place;

import org.jspecify.annotations.NullMarked;
