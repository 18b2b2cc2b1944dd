/**
 * Time, as code that waits sees it. Code that blocks a thread asks {@code Time.current()} instead
 * of the JVM, so that a test can run it in virtual time.
 */
@NullMarked
package dev.weir.time;

import org.jspecify.annotations.NullMarked;
