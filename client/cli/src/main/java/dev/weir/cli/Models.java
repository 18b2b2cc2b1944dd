package dev.weir.cli;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import java.nio.file.Files;
import java.nio.file.Path;

/** Models as the command line names them. */
final class Models {
  private Models() {}

  /** Reads a GraphDef: text if the file ends in .pbtxt or .pb.txt, binary otherwise. */
  static Graph read(Path path) {
    if (!Files.exists(path)) {
      throw WeirException.notFound("there is no file %s", path);
    }
    if (Files.isDirectory(path)) {
      throw WeirException.invalidArgument(
          "%s is a folder; a model is a GraphDef file (.pb or .pbtxt)", path);
    }
    return GraphDefs.read(path);
  }
}
