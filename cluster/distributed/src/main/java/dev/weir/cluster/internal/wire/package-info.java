/**
 * What tasks say to each other: the messages of TensorFlow's MasterService and WorkerService as
 * records of our own. How they are written on the wire is known only to the codecs here; no
 * generated type leaves this package.
 */
@NullMarked
package dev.weir.cluster.internal.wire;

import org.jspecify.annotations.NullMarked;
