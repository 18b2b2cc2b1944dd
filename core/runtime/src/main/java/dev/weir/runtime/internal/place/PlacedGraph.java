package dev.weir.runtime.internal.place;

import dev.weir.graph.Graph;
import dev.weir.runtime.place.Placement;

/**
 * A graph whose nodes are placed.
 *
 * @param graph every node has the full name of its device
 * @param placement why it has this device
 * @param dependsOnCosts whether a node was placed by the cost model, so that other costs may lead
 *     to another placement
 */
public record PlacedGraph(Graph graph, Placement placement, boolean dependsOnCosts) {}
