/** Records what happens in a step, for traces and for Java Flight Recorder. */
@NullMarked
package dev.weir.runtime.internal.trace;

import org.jspecify.annotations.NullMarked;
