package dev.weir.graph.graphdef;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.OpRegistry;
import dev.weir.schema.GraphDef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Graphs as TensorFlow's {@code GraphDef} files: binary ({@code .pb}) and text ({@code .pbtxt}).
 *
 * <p>What is written, TensorFlow reads, and the other way round. Nodes may stand in any order in a
 * file; in the graph their inputs come first. Attributes that a node leaves out get their defaults.
 * A file that is damaged, or that describes something that is no graph, is refused with a {@link
 * WeirException} that names the node and the rule; then nothing is read.
 *
 * <p>Not kept are what is only said about a graph: debug information, full types, and which
 * function is the gradient of which.
 */
public final class GraphDefs {
  private static final int MAX_DEPTH = 100;

  /** What a message can have, less some room. */
  private static final int MAX_FILE_BYTES = Integer.MAX_VALUE - (1 << 20);

  private GraphDefs() {}

  /** The graph as a binary file. Equal graphs give equal bytes. */
  public static byte[] toBinary(Graph graph) {
    return toBinary(GraphWriter.write(graph));
  }

  /**
   * What is new in a graph that has grown, as a binary file.
   *
   * @param firstNode the first node that is new
   * @param knownFunctions names of functions that are not
   */
  public static byte[] toBinary(Graph graph, int firstNode, Set<String> knownFunctions) {
    return toBinary(GraphWriter.write(graph, firstNode, knownFunctions));
  }

  private static byte[] toBinary(GraphDef file) {
    try {
      byte[] bytes = new byte[checkedSize(file)];
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.useDeterministicSerialization();
      file.writeTo(out);
      out.checkNoSpaceLeft();
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The size, which overflows if the parts of a file are too large together. */
  private static int checkedSize(GraphDef file) {
    long sum = 0;
    for (int i = 0; i < file.getNodeCount(); i++) {
      sum += file.getNode(i).getSerializedSize();
    }
    if (sum > MAX_FILE_BYTES) {
      throw WeirException.invalidArgument(
          "the graph takes %d bytes; a file of this kind holds at most 2 GiB", sum);
    }
    return file.getSerializedSize();
  }

  /** The graph as a text file. */
  public static String toText(Graph graph) {
    return TextFormat.printer().printToString(GraphWriter.write(graph));
  }

  /** Reads a binary file into a new graph over all ops on the class path. */
  public static Graph fromBinary(byte[] bytes) {
    return fromBinary(ByteBuffer.wrap(bytes));
  }

  /** Reads what remains of a buffer, a binary file, into a new graph. */
  public static Graph fromBinary(ByteBuffer bytes) {
    return fromBinary(bytes, OpRegistry.standard());
  }

  /** Reads what remains of a buffer, a binary file, into a new graph over these ops. */
  public static Graph fromBinary(ByteBuffer bytes, OpRegistry registry) {
    Graph graph = new Graph(registry);
    importInto(graph, bytes, "");
    return graph;
  }

  /**
   * Reads what remains of a buffer, a part of a graph whose nodes are all placed, into a new graph.
   * What they were colocated with may be in other parts, so colocation is left out.
   */
  public static Graph fromPlaced(ByteBuffer bytes) {
    GraphDef.Builder file = parse(bytes).toBuilder();
    file.getNodeBuilderList().forEach(node -> node.removeAttr("_class"));
    Graph graph = new Graph(OpRegistry.standard());
    GraphReader.read(file.build(), graph, "");
    return graph;
  }

  /** Reads a text file into a new graph over all ops on the class path. */
  public static Graph fromText(String text) {
    return fromText(text, OpRegistry.standard());
  }

  /** Reads a text file into a new graph over these ops. */
  public static Graph fromText(String text, OpRegistry registry) {
    Graph graph = new Graph(registry);
    GraphReader.read(parse(text), graph, "");
    return graph;
  }

  /** Reads a file into a new graph: text if its name ends in {@code .pbtxt}, else binary. */
  public static Graph read(Path path) {
    try {
      long size = Files.size(path);
      if (size > MAX_FILE_BYTES) {
        throw WeirException.invalidArgument(
            "%d bytes are too many: a graph has at most 2 GiB", size);
      }
      byte[] bytes = Files.readAllBytes(path);
      return isText(path) ? fromText(new String(bytes, StandardCharsets.UTF_8)) : fromBinary(bytes);
    } catch (IOException e) {
      ErrorCode code = e instanceof NoSuchFileException ? ErrorCode.NOT_FOUND : ErrorCode.UNKNOWN;
      throw new WeirException(code, "cannot read the graph " + path + ": " + e, e);
    } catch (WeirException e) {
      throw e.within(path.toString());
    }
  }

  /** Writes a file: text if its name ends in {@code .pbtxt}, else binary. */
  public static void write(Graph graph, Path path) {
    try {
      if (isText(path)) {
        Files.writeString(path, toText(graph));
      } else {
        Files.write(path, toBinary(graph));
      }
    } catch (IOException e) {
      throw new WeirException(ErrorCode.UNKNOWN, "cannot write the graph " + path + ": " + e, e);
    }
  }

  private static boolean isText(Path path) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(".pbtxt");
  }

  /** Adds a binary file to a graph. Its nodes may take their inputs from nodes the graph has. */
  public static void importInto(Graph graph, byte[] bytes) {
    importInto(graph, ByteBuffer.wrap(bytes), "");
  }

  /**
   * Adds what remains of a buffer, a binary file, to a graph: all of it, or nothing if anything is
   * wrong.
   *
   * @param prefix a name scope for the new nodes; if empty, they keep their names and may take
   *     their inputs from nodes the graph has
   */
  public static void importInto(Graph graph, ByteBuffer bytes, String prefix) {
    GraphReader.read(parse(bytes), graph, prefix);
  }

  /** Adds a text file to a graph, as {@link #importInto(Graph, ByteBuffer, String)} does. */
  public static void importTextInto(Graph graph, String text, String prefix) {
    GraphReader.read(parse(text), graph, prefix);
  }

  private static GraphDef parse(ByteBuffer bytes) {
    try {
      CodedInputStream in = CodedInputStream.newInstance(bytes.slice());
      in.setRecursionLimit(MAX_DEPTH);
      GraphDef file = GraphDef.parseFrom(in, ExtensionRegistryLite.getEmptyRegistry());
      in.checkLastTagWas(0);
      return file;
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(
          ErrorCode.DATA_LOSS,
          "these "
              + bytes.remaining()
              + " bytes are not a graph, or are damaged; write the file again: "
              + e.getMessage(),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GraphDef parse(String text) {
    GraphDef.Builder file = GraphDef.newBuilder();
    try {
      TextFormat.Parser.newBuilder().setRecursionLimit(MAX_DEPTH).build().merge(text, file);
      return file.build();
    } catch (TextFormat.ParseException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "the text is not a graph: line "
              + e.getLine()
              + ", column "
              + e.getColumn()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
