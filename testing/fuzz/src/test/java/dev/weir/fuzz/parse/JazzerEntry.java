package dev.weir.fuzz.parse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Jazzer calls, in a JVM of its own: {@code -Dweir.fuzz.target} names the target. See {@link
 * TestParsersWithJazzer}.
 */
public final class JazzerEntry {
  private static ParserTarget target = new TensorTarget();

  private JazzerEntry() {}

  /** Called once, before the first input. */
  public static void fuzzerInitialize() throws IOException {
    Path folder = Files.createTempDirectory("weir-fuzz");
    target = ParserTargets.open(System.getProperty("weir.fuzz.target", ""), folder);
    for (byte[] seed : target.seeds()) { // loads and instruments classes, which takes long
      target.parse(seed);
    }
  }

  /** Called for every input. */
  public static void fuzzerTestOneInput(byte[] input) {
    ParserCheck.check(target, input);
  }
}
