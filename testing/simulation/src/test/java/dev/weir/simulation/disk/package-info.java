/**
 * A disk that all processes of a simulation share, as a file system of its own: it may be slow or
 * full, may fail to force data, and forgets what a process has not forced when that crashes.
 */
@NullMarked
package dev.weir.simulation.disk;

import org.jspecify.annotations.NullMarked;
