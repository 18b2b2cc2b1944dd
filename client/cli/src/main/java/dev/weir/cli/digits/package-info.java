/**
 * Pictures of digits to learn from: drawn here ({@link dev.weir.cli.digits.DigitPainter}), or read
 * from MNIST's files ({@link dev.weir.cli.digits.Mnist}). Knows nothing of models.
 */
@NullMarked
package dev.weir.cli.digits;

import org.jspecify.annotations.NullMarked;
