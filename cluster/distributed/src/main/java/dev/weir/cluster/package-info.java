/**
 * Many processes as one: the same graphs, the same sessions, over tasks that speak TensorFlow's
 * protocol.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
