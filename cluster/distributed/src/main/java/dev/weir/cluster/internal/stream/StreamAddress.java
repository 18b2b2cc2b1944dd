package dev.weir.cluster.internal.stream;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a task listens for streams, as it says in the description of its devices: {@code Weir;
 * streams at 45678 as 1f00c0ffee00d00d}.
 *
 * @param key distinguishes this incarnation of the task from a later user of the port
 */
public record StreamAddress(int port, long key) {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern TEXT =
      Pattern.compile("Weir; streams at (?<port>[0-9]{1,5}) as (?<key>[0-9a-f]{16})");

  /** The description of a task that listens there. */
  public String describe() {
    return "Weir; streams at " + port + " as " + HexFormat.of().toHexDigits(key);
  }

  /** Where a task with this description listens; empty if it does not, or says something else. */
  public static Optional<StreamAddress> of(String description) {
    Matcher matcher = TEXT.matcher(description);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(matcher.group("port"));
    return port < 1 || port > HIGHEST_PORT
        ? Optional.empty()
        : Optional.of(new StreamAddress(port, HexFormat.fromHexDigitsToLong(matcher.group("key"))));
  }
}
