/**
 * Checkpoints in TensorFlow's V2 format: named tensors in data files, and an index of them.
 *
 * <p>Entry points: {@link dev.weir.checkpoint.CheckpointWriter}, {@link
 * dev.weir.checkpoint.CheckpointReader}, {@link dev.weir.checkpoint.Checkpoints} for what concerns
 * a checkpoint as a whole, and {@link dev.weir.checkpoint.CheckpointFolder} for a folder of them.
 * Which variables are saved when, and how many checkpoints are kept, is not decided here.
 *
 * <p>A checkpoint is named by a prefix {@code P}: its files are {@code P.index} and {@code
 * P.data-00000-of-00001}, {@code P.data-00001-of-00002} and so on.
 */
@NullMarked
package dev.weir.checkpoint;

import org.jspecify.annotations.NullMarked;
