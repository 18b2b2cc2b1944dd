/** Devices of this process: their names, memory, state and kernels. */
@NullMarked
package dev.weir.runtime.device;

import org.jspecify.annotations.NullMarked;
