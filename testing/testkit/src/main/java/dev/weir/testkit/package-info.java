/**
 * What tests of ops share: samples of every op, which drive its forward, shape, error and
 * conformance tests.
 */
@NullMarked
package dev.weir.testkit;

import org.jspecify.annotations.NullMarked;
