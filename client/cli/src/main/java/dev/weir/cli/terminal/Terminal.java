package dev.weir.cli.terminal;

import java.io.Console;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * What can be shown where a command writes.
 *
 * @param isInteractive whether it is a terminal, in which a line can be overwritten
 * @param hasColors whether colors are shown and wanted
 * @param hasBlocks whether block characters can be written
 * @param columns how wide it is
 */
public record Terminal(boolean isInteractive, boolean hasColors, boolean hasBlocks, int columns) {
  private static final String CHECKED = "█▀▄━✓";
  private static final int USUAL_COLUMNS = 80;

  /** Without red and plain green, which say how something went. */
  private static final List<String> TINTS = List.of("36", "33", "35", "34", "96", "92", "93", "95");

  /** A file or another program: plain text. */
  public static final Terminal PLAIN = new Terminal(false, false, false, USUAL_COLUMNS);

  /** Where this process writes its results. */
  public static Terminal ofOut() {
    return detect("out");
  }

  /** Where this process writes everything else. */
  public static Terminal ofErr() {
    return detect("err");
  }

  /**
   * Java tells only of standard input and output together whether they are a terminal; the script
   * that starts this program tells of each, and how wide it is.
   */
  private static Terminal detect(String stream) {
    Console console = System.console();
    String streams = System.getProperty("weir.terminal");
    boolean isWatched =
        streams == null
            ? console != null && console.isTerminal()
            : List.of(streams.split(",")).contains(stream);
    String encoding =
        System.getProperty("std" + stream + ".encoding", Charset.defaultCharset().name());
    return of(isWatched, System.getenv(), encoding, Integer.getInteger("weir.columns", 0));
  }

  static Terminal of(
      boolean isWatched, Map<String, String> environment, String encoding, int columns) {
    boolean isInteractive = isWatched && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean wantsColors = environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean hasBlocks =
        Charset.isSupported(encoding) && Charset.forName(encoding).newEncoder().canEncode(CHECKED);
    return new Terminal(
        isInteractive,
        isInteractive && wantsColors,
        hasBlocks,
        isInteractive && columns > 0 ? columns : USUAL_COLUMNS);
  }

  /** Text that stands out. */
  public String strong(String text) {
    return colored("1", text);
  }

  /** Text for what went well. */
  public String good(String text) {
    return colored("32", text);
  }

  /** Text for what went wrong. */
  public String bad(String text) {
    return colored("31", text);
  }

  /** Text that may be passed over. */
  public String faint(String text) {
    return colored("2", text);
  }

  /** Text in one of a few colors, the same for the same number; colors are used in turn. */
  public String tinted(int number, String text) {
    return colored(TINTS.get(Math.floorMod(number, TINTS.size())), text);
  }

  private String colored(String code, String text) {
    return hasColors && !text.isEmpty() ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
