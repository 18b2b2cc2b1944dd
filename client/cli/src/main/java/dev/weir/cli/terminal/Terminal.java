package dev.weir.cli.terminal;

import java.io.Console;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * What can be shown where a command writes.
 *
 * @param isInteractive whether somebody watches, so that a line may be written over
 * @param hasColours whether colours are shown and wanted
 * @param hasBlocks whether block characters can be written
 */
public record Terminal(boolean isInteractive, boolean hasColours, boolean hasBlocks) {
  private static final String CHECKED = "█▀▄━✓";

  /** A file or another program: plain text. */
  public static final Terminal PLAIN = new Terminal(false, false, false);

  /** Where this process writes. */
  public static Terminal detect() {
    Console console = System.console();
    boolean isWatched = console != null && console.isTerminal();
    String encoding = System.getProperty("stdout.encoding", Charset.defaultCharset().name());
    return of(isWatched, System.getenv(), encoding);
  }

  static Terminal of(boolean isWatched, Map<String, String> environment, String encoding) {
    boolean isInteractive = isWatched && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean wantsColours = environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean hasBlocks =
        Charset.isSupported(encoding) && Charset.forName(encoding).newEncoder().canEncode(CHECKED);
    return new Terminal(isInteractive, isInteractive && wantsColours, hasBlocks);
  }

  /** Text that stands out. */
  public String strong(String text) {
    return coloured("1", text);
  }

  /** Text for what went well. */
  public String good(String text) {
    return coloured("32", text);
  }

  /** Text for what went wrong. */
  public String bad(String text) {
    return coloured("31", text);
  }

  /** Text that may be passed over. */
  public String faint(String text) {
    return coloured("2", text);
  }

  private String coloured(String code, String text) {
    return hasColours ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
