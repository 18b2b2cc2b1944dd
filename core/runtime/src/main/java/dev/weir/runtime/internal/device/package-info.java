/** State of devices of this process. */
@NullMarked
package dev.weir.runtime.internal.device;

import org.jspecify.annotations.NullMarked;
