/**
 * Weir and the real TensorFlow in one cluster, in every role: client, master, ps and worker. The
 * all-TensorFlow setting is always among them, so that what is expected is what TensorFlow does.
 */
@NullMarked
package dev.weir.conformance.interop;

import org.jspecify.annotations.NullMarked;
