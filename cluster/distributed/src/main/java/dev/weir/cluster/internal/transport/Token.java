package dev.weir.cluster.internal.transport;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The token that every call to a task must present. A token that comes from a file follows the
 * file: it is read again within a second of a change. The first line is what this process names;
 * every line is accepted, so that a cluster changes its token without a break: add the new one as a
 * second line everywhere, then make it the first, then take the old one out. Thread-safe.
 *
 * <p>Transports keep this object, not its text: they ask for {@link #current} for every connection
 * or call they make, and for {@link #accepts} for every one they take.
 */
public final class Token {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final long LONGEST_FILE = 1 << 16;
  private static final int GENERATED_BYTES = 32;

  private final Supplier<List<String>> words;

  private Token(Supplier<List<String>> words) {
    this.words = words;
  }

  /** A token that stays. */
  public static Token of(String word) {
    List<String> checked = List.of(checked(word));
    return new Token(() -> checked);
  }

  /** A random token of cryptographic strength. */
  public static Token generated() {
    byte[] bytes = new byte[GENERATED_BYTES];
    new SecureRandom().nextBytes(bytes);
    return of(HexFormat.of().formatHex(bytes));
  }

  /** The token in a file, now and after each change; one a line. */
  public static Token ofFile(Path file) {
    return ofFile(file, INTERVAL);
  }

  static Token ofFile(Path file, Duration interval) {
    ReloadedFiles<List<String>> reloaded = new ReloadedFiles<>(interval, () -> read(file), file);
    return new Token(reloaded::current);
  }

  private static List<String> read(Path file) {
    try {
      if (Files.size(file) > LONGEST_FILE) {
        throw WeirException.invalidArgument("more than %d bytes", LONGEST_FILE);
      }
      List<String> words =
          Files.readString(file).lines().map(String::strip).filter(w -> !w.isEmpty()).toList();
      if (words.isEmpty()) {
        throw WeirException.invalidArgument("the file has no token");
      }
      return words.stream().map(Token::checked).toList();
    } catch (IOException e) {
      throw WeirException.ofIo("reading the token in " + file, e);
    } catch (WeirException e) {
      throw e.within("token file " + file);
    }
  }

  private static String checked(String word) {
    if (word.isBlank() || !word.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw WeirException.invalidArgument(
          "a token must be of visible ASCII characters without spaces");
    }
    return word;
  }

  /** What to name in a call. */
  public String current() {
    return words.get().getFirst();
  }

  /** Whether a caller that names this may call. How long the answer takes says nothing about it. */
  public boolean accepts(String named) {
    return accepts(named, word -> word);
  }

  /**
   * Whether a caller may call that shows something derived from the token instead of the token.
   *
   * @param derive what a caller with this token shows
   */
  public boolean accepts(String shown, UnaryOperator<String> derive) {
    byte[] given = shown.getBytes(StandardCharsets.UTF_8);
    boolean isKnown = false;
    for (String word : words.get()) {
      isKnown |= MessageDigest.isEqual(derive.apply(word).getBytes(StandardCharsets.UTF_8), given);
    }
    return isKnown;
  }

  /** Nothing of the token. */
  @Override
  public String toString() {
    return "Token";
  }
}
