/** Where values cross from one device to another: senders and receivers meet under a key. */
@NullMarked
package dev.weir.runtime.internal.rendezvous;

import org.jspecify.annotations.NullMarked;
