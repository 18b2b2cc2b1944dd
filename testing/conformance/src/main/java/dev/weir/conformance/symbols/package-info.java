/**
 * Calls into TensorFlow's C++ library that its C interface lacks, through the symbols the library
 * exports.
 *
 * <p>Entry point: {@link dev.weir.conformance.symbols.RemoteCallables}. Everything here holds for
 * one build of TensorFlow on one platform, and takes and returns bare addresses; nothing but {@link
 * dev.weir.conformance} should use it.
 */
@NullMarked
package dev.weir.conformance.symbols;

import org.jspecify.annotations.NullMarked;
