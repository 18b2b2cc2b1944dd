package dev.weir.cli.train;

import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a training was asked to do and whether it has, in a file beside its results: by it the next
 * one knows whether to go on.
 */
final class RunFile {
  private final Path file;
  private final Map<String, Object> options;

  RunFile(Path folder, Map<String, Object> options) {
    this.file = folder.resolve("run.json");
    this.options = options;
  }

  /** Whether a training in this folder was asked to do the same and has not come to its end. */
  boolean isStopped() {
    return read().equals(text(false));
  }

  /** Whether a training in this folder was asked to do something else. */
  boolean isOther() {
    String found = read();
    return !found.isEmpty() && !found.equals(text(false)) && !found.equals(text(true));
  }

  /** Notes that this training is under way. */
  void begin() {
    write(text(false));
  }

  /** Notes that nothing of it is left to do. */
  void finish() {
    write(text(true));
  }

  private String text(boolean isFinished) {
    Map<String, Object> all = new LinkedHashMap<>(options);
    all.put("finished", isFinished);
    return JsonWriter.write(all) + "\n";
  }

  private String read() {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  private void write(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }
}
