package dev.weir.bench.cluster;

import java.util.List;

/** How the processes of a cluster of Weir's reach each other. */
public enum Transport {
  /** As they do by default: tasks on one machine by streams through socket files. */
  DEFAULT("", false, "--streams", "any"),

  /** Streams over the loopback, as if they were on several machines. */
  TCP("tcp", false, "--streams", "tcp"),

  /** Streams over TCP without checksums. */
  NO_CHECKSUMS("no-checksums", false, "--streams", "tcp", "--no-checksums"),

  /** Streams over the loopback, with mutual TLS. */
  TLS("tls", true, "--streams", "tcp"),

  /**
   * Streams through socket files, authenticated by mutual TLS: the default of a cluster with
   * certificates.
   */
  LOCAL_TLS("local-tls", true, "--streams", "any"),

  /** Streams over socket files, encrypted. */
  LOCAL_ENCRYPTED("local-encrypted", true, "--streams", "any", "--encrypt-local"),

  /** No streams: gRPC carries everything, as to and from TensorFlow's tasks. */
  GRPC("grpc", false, "--streams", "off");

  private final String suffix;
  private final boolean secure;
  private final List<String> options;

  Transport(String suffix, boolean secure, String... options) {
    this.suffix = suffix;
    this.secure = secure;
    this.options = List.of(options);
  }

  /** What the row of a result is called that is measured with it. */
  public String row(String result) {
    return suffix.isEmpty() ? result : result + "/" + suffix;
  }

  /** The transport that is the same without certificates. */
  public Transport plain() {
    return switch (this) {
      case TLS -> TCP;
      case LOCAL_TLS, LOCAL_ENCRYPTED -> DEFAULT;
      default -> this;
    };
  }

  /** Whether processes show each other certificates. */
  boolean isSecure() {
    return secure;
  }

  /** What a task is told, except for certificates. */
  List<String> options() {
    return options;
  }
}
