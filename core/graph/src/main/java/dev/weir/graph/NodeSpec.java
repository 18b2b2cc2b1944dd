package dev.weir.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything a node is made of, before it is in a graph. */
record NodeSpec(
    String name,
    OpDefinition op,
    Attributes attrs,
    List<Output> inputs,
    List<Node> controlInputs,
    String device,
    @Nullable Provenance provenance) {}
