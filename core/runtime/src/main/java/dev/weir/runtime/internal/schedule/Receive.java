package dev.weir.runtime.internal.schedule;

import dev.weir.graph.Node;
import java.util.List;

/**
 * A value from elsewhere that may be asked for later than at once.
 *
 * @param node the receive
 * @param bytes how large the value is, or a guess
 * @param handedOn what is computed from it alone and seen only by its users: a cast, say
 * @param users the first nodes that need it and have other inputs, effects or observers
 */
record Receive(Node node, double bytes, List<Node> handedOn, List<Node> users) {}
