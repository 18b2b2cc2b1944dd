package dev.weir.cli.train;

import dev.weir.cli.json.JsonWriter;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a training was asked to do, in a file beside its results: by it the next one knows whether
 * it is the same, to be gone on with.
 */
final class RunFile {
  private final Path file;
  private final String text;

  RunFile(Path folder, Map<String, Object> options) {
    this.file = folder.resolve("run.json");
    this.text = JsonWriter.write(options) + "\n";
  }

  /** Whether a training has been in this folder. */
  boolean exists() {
    return Files.exists(file);
  }

  /** Whether a training in this folder was asked to do the same. */
  boolean isSame() {
    try {
      return exists() && Files.readString(file).equals(text);
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  void write() {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }
}
