package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How good checkpoints are, in a file beside them: a line {@code name measure} each. */
final class Measures {
  private static final Logger LOG = LoggerFactory.getLogger(Measures.class);

  private final Path file;
  private final Disk disk;

  Measures(Path file, Disk disk) {
    this.file = file;
    this.disk = disk;
  }

  /** The measures by name. A line that cannot be read is passed over: no checkpoint is lost. */
  Map<String, Double> read() {
    Map<String, Double> measures = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int space = line.lastIndexOf(' ');
        try {
          measures.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
          LOG.warn("a line of {} is damaged: {}", file, line);
        }
      }
    } catch (NoSuchFileException e) {
      return measures;
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
    return measures;
  }

  /** Replaces the file at once. */
  void write(Map<String, Double> measures, Gate gate) {
    StringBuilder text = new StringBuilder();
    measures.forEach((name, measure) -> text.append(name).append(' ').append(measure).append('\n'));
    new Publication(disk, file, gate).publishText(file, text.toString());
  }
}
