/**
 * Sorted tables: files of keys and values in ascending order of the keys, in checksummed blocks.
 * The index of a checkpoint is one. Knows nothing of tensors.
 */
@NullMarked
package dev.weir.checkpoint.table;

import org.jspecify.annotations.NullMarked;
