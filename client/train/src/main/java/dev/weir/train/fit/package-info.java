/**
 * Training and evaluation over many batches: {@link dev.weir.train.fit.Trainer} runs the steps an
 * optimizer made, {@link dev.weir.train.fit.Metrics} adds up what they show.
 */
@NullMarked
package dev.weir.train.fit;

import org.jspecify.annotations.NullMarked;
