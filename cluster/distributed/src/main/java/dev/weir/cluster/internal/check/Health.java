package dev.weir.cluster.internal.check;

/** How a task is, in the order in which things are found out. */
public enum Health {
  /** It has not registered, so nobody knows where it will be. */
  NOT_STARTED("not started"),
  /** Its host's name means nothing to this machine. */
  UNRESOLVED("name unknown"),
  /** Its host answers, but nobody listens at the port. */
  REFUSED("refused"),
  /** Nothing answers at all. */
  UNREACHABLE("unreachable"),
  /** Somebody listens, and says nothing. */
  SILENT("silent"),
  /** One side speaks TLS and the other does not, or they do not trust each other. */
  HANDSHAKE("handshake"),
  /** Somebody else listens there, who does not speak gRPC. */
  PROTOCOL("protocol"),
  /** It is another task than it should be, or one of another cluster. */
  WRONG_CLUSTER("wrong cluster"),
  /** It speaks the protocol of another version. */
  WRONG_VERSION("version"),
  /** It was asked how it is, and failed to say. */
  FAILED("failed"),
  /** It can be spoken to; how it is was not asked. */
  REACHABLE("reachable"),
  /** All is well. */
  OK("ok");

  private final String text;

  Health(String text) {
    this.text = text;
  }

  /** Whether nothing is wrong, as far as was asked. */
  public boolean isGood() {
    return this == REACHABLE || this == OK;
  }

  /** One or two words for people. */
  public String text() {
    return text;
  }
}
