package dev.weir.kernels.onednn;

import java.lang.foreign.MemorySegment;

/** Where a primitive gets memory for the time of one call. */
@FunctionalInterface
interface Scratch {
  /** At least so many bytes, 64-byte aligned, for the caller alone; asked at most once a call. */
  MemorySegment take(long bytes);
}
