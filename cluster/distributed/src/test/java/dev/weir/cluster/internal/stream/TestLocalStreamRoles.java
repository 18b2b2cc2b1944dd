package dev.weir.cluster.internal.stream;

import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Certificates count as much through a socket file, where nothing is encrypted after them. */
@DisabledOnOs(OS.WINDOWS)
final class TestLocalStreamRoles extends TestStreamRoles {
  @Override
  StreamOptions options(StreamOptions usual) {
    return usual;
  }

  @Override
  boolean isPlain() {
    return true;
  }
}
