/**
 * Neural networks as several systems run them: a {@link dev.weir.bench.network.Network} says what
 * is computed, a {@link dev.weir.bench.network.Side} is one system that does it. Weir and
 * TensorFlow run one graph, PyTorch builds the same out of its own functions in a process of its
 * own.
 */
@NullMarked
package dev.weir.bench.network;

import org.jspecify.annotations.NullMarked;
