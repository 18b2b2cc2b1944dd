/**
 * A whole cluster on one thread and one seed: masters and workers as they are, under a clock, a
 * network and faults that the seed decides. {@code Simulation} runs one seed and checks it.
 */
@NullMarked
package dev.weir.simulation;

import org.jspecify.annotations.NullMarked;
