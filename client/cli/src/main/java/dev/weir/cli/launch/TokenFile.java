package dev.weir.cli.launch;

import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A token that was made for one cluster, in a file that only its owner can read. The processes of
 * the cluster are told the name of the file in their environment, so that the token is on no
 * command line. The file is gone when this is closed. It has the number of the launcher in its
 * name: if that is killed, its servers delete the file, see {@link ParentWatch}.
 */
public final class TokenFile implements AutoCloseable {
  /** The variable that servers and clients find the file by. */
  public static final String VARIABLE = "WEIR_TOKEN_FILE";

  private static final String PREFIX = "weir-token-";

  private final Path file;

  private TokenFile(Path file) {
    this.file = file;
  }

  /** Makes a token that cannot be guessed. */
  public static TokenFile generate() {
    try {
      // for its owner only
      Path file = Files.createTempFile(prefix(ProcessHandle.current().pid()), "");
      Files.writeString(file, Token.generated().current() + "\n");
      return new TokenFile(file);
    } catch (IOException e) {
      throw WeirException.ofIo("writing the token of the cluster", e);
    }
  }

  private static String prefix(long launcher) {
    return PREFIX + launcher + "-";
  }

  /**
   * Deletes the file that a process was told of, if a launcher made it that cannot do so any more.
   *
   * @param launcher the number of its process
   * @param environment of the process
   */
  static void deleteAfter(long launcher, Map<String, String> environment) {
    String told = environment.get(VARIABLE);
    if (told != null && String.valueOf(Path.of(told).getFileName()).startsWith(prefix(launcher))) {
      new TokenFile(Path.of(told)).close();
    }
  }

  /** Where it is. */
  public Path path() {
    return file;
  }

  /** What a process of the cluster is told. */
  public Map<String, String> environment() {
    return Map.of(VARIABLE, file.toString());
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw WeirException.ofIo("deleting " + file, e);
    }
  }
}
