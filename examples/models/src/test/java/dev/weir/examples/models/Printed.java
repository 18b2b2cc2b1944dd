package dev.weir.examples.models;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a program prints. */
final class Printed {
  private Printed() {}

  /** The lines it prints to standard output. */
  static List<String> by(Examples.Program program) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** The number after the last {@code name} in a line. */
  static double number(String line, String name) {
    Matcher matcher = Pattern.compile(".*" + name + " (\\d+\\.\\d+).*").matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError("no " + name + " in: " + line);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
