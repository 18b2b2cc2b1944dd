package dev.weir.fuzz.parse;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Inputs that once were findings, or that reach code the seeds do not, in {@code
 * src/test/resources/dev/weir/fuzz/parse/TARGET}.
 */
final class KeptInputs {
  private KeptInputs() {}

  /** Those of a target, by file name. */
  static Map<String, byte[]> of(String target) throws IOException {
    Map<String, byte[]> inputs = new TreeMap<>();
    URL folder = KeptInputs.class.getResource(target);
    if (folder == null) {
      throw new FileNotFoundException("no inputs are kept for the target " + target);
    }
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      for (Path file : files.toList()) {
        inputs.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    if (inputs.isEmpty()) {
      throw new FileNotFoundException("no inputs are kept for the target " + target);
    }
    return inputs;
  }

  /** What mutations of a target start from. */
  static List<byte[]> corpus(String name, ParserTarget target) throws IOException {
    List<byte[]> corpus = new ArrayList<>(target.seeds());
    corpus.addAll(of(name).values());
    return corpus;
  }
}
