package dev.weir.cluster.internal.check;

/** The states of a task, in the order in which they are checked. */
public enum Health {
  /** It has not registered, so its address is unknown. */
  NOT_STARTED("not started"),
  /** Its host's name means nothing to this machine. */
  UNRESOLVED("name unknown"),
  /** The host is up, but the port is closed. */
  REFUSED("refused"),
  /** Nothing answers at all. */
  UNREACHABLE("unreachable"),
  /** The port is open, but there is no response. */
  SILENT("silent"),
  /** Only one side uses TLS, or a certificate is not trusted. */
  HANDSHAKE("handshake"),
  /** Another server, which does not speak gRPC. */
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
