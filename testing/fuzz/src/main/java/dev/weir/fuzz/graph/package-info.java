/**
 * Hostile graphs: samples of all ops with shapes, attributes, indices and types changed at random,
 * run with every provider of kernels. A {@link dev.weir.fuzz.graph.GraphFuzzer} runs cases by their
 * numbers, {@link dev.weir.fuzz.graph.FuzzProcess} does so in a process of its own, which may
 * crash.
 */
@NullMarked
package dev.weir.fuzz.graph;

import org.jspecify.annotations.NullMarked;
