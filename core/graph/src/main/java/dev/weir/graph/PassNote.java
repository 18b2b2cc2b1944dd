package dev.weir.graph;

/**
 * What a pass made of a node, or why it left one alone.
 *
 * @param pass the name of the pass
 * @param node the name of the node, of the graph after the pass
 */
public record PassNote(String pass, String node, String text) {}
