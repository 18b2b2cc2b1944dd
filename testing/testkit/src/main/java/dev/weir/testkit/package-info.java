/** What the tests of several modules share. */
@NullMarked
package dev.weir.testkit;

import org.jspecify.annotations.NullMarked;
