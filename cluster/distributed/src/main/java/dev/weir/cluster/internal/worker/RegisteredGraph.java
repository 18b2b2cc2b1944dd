package dev.weir.cluster.internal.worker;

import dev.weir.graph.Graph;
import dev.weir.runtime.internal.GraphServices;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import java.util.List;

/**
 * A part of a step's graph, ready to run as often as it is asked for.
 *
 * @param plans one a device of this task
 */
record RegisteredGraph(
    Graph graph,
    GraphServices services,
    List<ExecutionPlan> plans,
    CompressedTransfers compression) {}
