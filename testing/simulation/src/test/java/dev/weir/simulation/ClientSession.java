package dev.weir.simulation;

import dev.weir.cluster.internal.transport.MasterPort;

/** A session as its client knows it. */
final class ClientSession {
  final MasterPort master;
  final String handle;
  long version;
  int extensions;
  boolean extending;

  /** Whether something failed, so that another session is better. */
  boolean suspect;

  boolean closing;

  ClientSession(MasterPort master, String handle, long version) {
    this.master = master;
    this.handle = handle;
    this.version = version;
  }
}
