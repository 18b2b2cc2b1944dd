package dev.weir.graph;

/** What the runtime must know of an op beyond its kernel. */
public enum NodeKind {
  /** Runs when all inputs are there; dead if any of them is. */
  ORDINARY,
  /** A value known when the graph was built. */
  CONSTANT,
  /** Must be fed. */
  PLACEHOLDER,
  /** Nothing to run. */
  NO_OP,
  /** May wait for something other than its inputs, and so never runs on a compute thread. */
  BLOCKING,
  /** Sends its input to one of two outputs; the other is dead. */
  SWITCH,
  /** Forwards the first live input. */
  MERGE,
  /** Takes a value into a loop. */
  ENTER,
  /** Takes a value out of a loop. */
  EXIT,
  /** Takes a value to the next iteration. */
  NEXT_ITERATION,
  /** The condition of a loop. */
  LOOP_CONDITION,
  /** Runs even when its inputs are dead. */
  CONTROL_TRIGGER,
  /** A value the step is called with. */
  ARGUMENT,
  /** A value the step returns. */
  RETURN,
  /** Gives a value to the rendezvous. */
  SEND,
  /** Takes a value from the rendezvous. */
  RECEIVE
}
