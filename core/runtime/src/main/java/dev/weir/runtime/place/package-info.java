/** What a session says about placement: {@link dev.weir.runtime.place.Placement}. */
@NullMarked
package dev.weir.runtime.place;

import org.jspecify.annotations.NullMarked;
