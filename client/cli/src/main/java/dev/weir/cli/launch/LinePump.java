package dev.weir.cli.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Carries what a process writes to a taker of lines, on a thread of its own. A line longer than
 * {@link #LONGEST} is passed on in pieces, so that a process that never ends its line costs no
 * memory.
 */
final class LinePump {
  static final int LONGEST = 16 * 1024;

  private static final int CHUNK = 4096;

  private final InputStream source;
  private final Consumer<String> taker;
  private final StringBuilder line = new StringBuilder();
  private final Thread thread;

  private LinePump(String name, InputStream source, Consumer<String> taker) {
    this.source = source;
    this.taker = taker;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::carry);
  }

  static LinePump start(String name, InputStream source, Consumer<String> taker) {
    LinePump pump = new LinePump(name, source, taker);
    pump.thread.start();
    return pump;
  }

  /** Waits until all lines are copied; false if the stream stays open for longer. */
  boolean join(Duration limit) throws InterruptedException {
    return thread.join(limit);
  }

  private void carry() {
    try (Reader reader = new InputStreamReader(source, StandardCharsets.UTF_8)) {
      char[] chunk = new char[CHUNK];
      for (int count = reader.read(chunk); count >= 0; count = reader.read(chunk)) {
        take(chunk, count);
      }
    } catch (IOException e) {
      taker.accept("(its output broke off: " + e.getMessage() + ")");
    }
    if (!line.isEmpty()) {
      pass();
    }
  }

  private void take(char[] chunk, int count) {
    for (int i = 0; i < count; i++) {
      if (chunk[i] == '\n') {
        pass();
      } else {
        line.append(chunk[i]);
        if (line.length() == LONGEST) {
          pass();
        }
      }
    }
  }

  private void pass() {
    int end = line.length();
    if (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    taker.accept(line.substring(0, end));
    line.setLength(0);
  }
}
