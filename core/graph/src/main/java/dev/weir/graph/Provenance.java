package dev.weir.graph;

import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The line of user code that built a node.
 *
 * @param file the source file's name, without folders
 * @param line the line in it
 */
public record Provenance(String file, int line) {
  private static final Set<StackWalker.Option> OPTIONS = Set.of();
  private static final StackWalker WALKER = StackWalker.getInstance(OPTIONS);
  private static final String OURS = "dev.weir.";

  /** The innermost line of the calling thread that is not Weir's own; null if there is none. */
  static @Nullable Provenance ofCaller() {
    return WALKER.walk(Provenance::firstUserFrame);
  }

  private static @Nullable Provenance firstUserFrame(Stream<StackWalker.StackFrame> frames) {
    return frames
        .filter(frame -> isUserCode(frame.getClassName()))
        .findFirst()
        .map(Provenance::ofFrame)
        .orElse(null);
  }

  private static Provenance ofFrame(StackWalker.StackFrame frame) {
    String file = frame.getFileName();
    return new Provenance(file == null ? frame.getClassName() : file, frame.getLineNumber());
  }

  /** The JDK and Weir's libraries are not user code; Weir's examples and tests are. */
  private static boolean isUserCode(String className) {
    if (!className.startsWith(OURS)) {
      return !className.startsWith("java.")
          && !className.startsWith("jdk.")
          && !className.startsWith("io.grpc.");
    }
    return className.startsWith("examples.", OURS.length())
        || className.startsWith("Test", className.lastIndexOf('.') + 1);
  }

  /** A line as errors have it; null if there is none. */
  static @Nullable String text(@Nullable Provenance provenance) {
    return provenance == null ? null : provenance.toString();
  }

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
