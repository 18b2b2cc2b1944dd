/**
 * Programs as users of tensorflow-java write them, run with TensorFlow's own client against
 * TensorFlow's server and against Weir's, and compared. A program is a line in one of the {@code
 * …Programs} classes; {@code TestPrograms} runs them.
 */
@NullMarked
package dev.weir.conformance.interop.programs;

import org.jspecify.annotations.NullMarked;
