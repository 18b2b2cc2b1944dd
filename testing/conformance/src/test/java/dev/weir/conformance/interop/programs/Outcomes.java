package dev.weir.conformance.interop.programs;

import dev.weir.conformance.peer.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What programs did with a server: for each its steps, as {@link ProgramClient} writes them.
 *
 * @param byProgram the lines of each program without its name: {@code step OK values}
 */
record Outcomes(Map<String, List<String>> byProgram) {
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /**
   * Runs programs with TensorFlow's client in a process of its own. If that dies, so did the
   * program it was at; the rest go on in another.
   */
  static Outcomes run(String target, List<Program> programs, Path folder) {
    Map<String, List<String>> byProgram = new LinkedHashMap<>();
    List<String> open = new ArrayList<>(programs.stream().map(Program::name).toList());
    for (int round = 0; !open.isEmpty() && round <= programs.size(); round++) {
      Path file = folder.resolve("outcomes-" + target.replaceAll("\\W+", "-") + "-" + round);
      try (JavaProcess process =
          JavaProcess.start(
              "programs for " + target,
              JVM_OPTIONS,
              List.of(
                  ProgramClient.class.getName(), target, file.toString(), String.join(",", open)),
              "never")) {
        process.awaitEnd(LONGEST);
      }
      read(file, byProgram);
      open.removeAll(byProgram.keySet());
    }
    return new Outcomes(byProgram);
  }

  private static void read(Path file, Map<String, List<String>> byProgram) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the client wrote nothing", e);
    }
    String begun = null;
    for (String line : lines) {
      String[] fields = line.split("\t", 2);
      switch (fields[0]) {
        case "BEGIN" -> byProgram.put(begun = fields[1], new ArrayList<>());
        case "END" -> begun = null;
        default -> of(byProgram, fields[0]).add(fields[1]);
      }
    }
    if (begun != null) {
      of(byProgram, begun).add("0\tCRASHED");
    }
  }

  private static List<String> of(Map<String, List<String>> byProgram, String name) {
    return Objects.requireNonNull(byProgram.get(name), name);
  }

  List<String> of(String program) {
    return of(byProgram, program);
  }

  /** The first difference in what a program did here and there; null if there is none. */
  @Nullable String difference(Outcomes other, Program program) {
    List<String> here = of(program.name());
    List<String> there = other.of(program.name());
    if (here.size() != there.size()) {
      return here + " and " + there;
    }
    for (int i = 0; i < here.size(); i++) {
      String difference =
          difference(here.get(i).split("\t", -1), there.get(i).split("\t", -1), !program.isRacy());
      if (difference != null) {
        return "step " + (i + 1) + ": " + difference;
      }
    }
    return null;
  }

  private static @Nullable String difference(
      String[] here, String[] there, boolean comparesValues) {
    if (!here[1].equals(there[1])) {
      return String.join(" ", here) + "\n  and\n" + String.join(" ", there);
    }
    if (!here[1].equals("OK")) {
      return null; // the same code
    }
    for (int i = 2; i < here.length; i++) {
      String difference = TensorLine.difference(here[i], there[i], comparesValues);
      if (difference != null) {
        return "fetch " + (i - 1) + ", " + difference;
      }
    }
    return null;
  }
}
