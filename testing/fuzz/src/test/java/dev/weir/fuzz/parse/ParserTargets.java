package dev.weir.fuzz.parse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All parsers that are fuzzed, by name. */
final class ParserTargets {
  /** Opens a target that may write files in a folder. */
  @FunctionalInterface
  private interface Opener {
    ParserTarget open(Path folder) throws IOException;
  }

  private static final Map<String, Opener> ALL = new LinkedHashMap<>();

  static {
    ALL.put("graphdef", folder -> new GraphTarget(GraphTarget.Form.BINARY));
    ALL.put("graphdef-placed", folder -> new GraphTarget(GraphTarget.Form.PLACED));
    ALL.put("graphdef-text", folder -> new GraphTarget(GraphTarget.Form.TEXT));
    ALL.put("graph-text", folder -> new GraphTarget(GraphTarget.Form.OWN_TEXT));
    ALL.put("tensor", folder -> new TensorTarget());
    ALL.put("npy", NumpyTarget::new);
    ALL.put("json", JsonTarget::new);
    ALL.put("tfrecord", RecordTarget::new);
    ALL.put("events", EventTarget::new);
    ALL.put("checkpoint-index", CheckpointIndexTarget::new);
    ALL.put("checkpoint-entries", CheckpointEntryTarget::new);
    ALL.put("streams", folder -> new StreamTarget());
    ALL.put("grpc", folder -> new GrpcTarget());
  }

  private ParserTargets() {}

  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  static ParserTarget open(String name, Path folder) throws IOException {
    Opener opener = ALL.get(name);
    if (opener == null) {
      throw new IllegalArgumentException("no target " + name + "; there are " + names());
    }
    return opener.open(folder);
  }
}
