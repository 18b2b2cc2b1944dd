package dev.weir.cli.train;

import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of a training and whether it is finished, in a file beside its results. By it the
 * next run decides whether to resume.
 */
final class RunFile {
  private final Path file;
  private final Map<String, Object> options;

  RunFile(Path folder, Map<String, Object> options) {
    this.file = folder.resolve("run.json");
    this.options = options;
  }

  /** Whether the folder has an unfinished training with the same options. */
  boolean isStopped() {
    return read().equals(text(false));
  }

  /** Whether the folder has a training with other options. */
  boolean isOther() {
    String found = read();
    return !found.isEmpty() && !found.equals(text(false)) && !found.equals(text(true));
  }

  /** Notes that this training is under way. */
  void begin() {
    write(text(false));
  }

  /** Notes that this training is finished. */
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
