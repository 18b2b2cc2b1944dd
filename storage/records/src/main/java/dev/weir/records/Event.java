package dev.weir.records;

import java.util.List;

/**
 * A record of an event file, or one value of it where a record has several.
 *
 * @param seconds when it was written, in seconds since 1970
 * @param step the training step
 */
public record Event(double seconds, long step, What what) {
  /** What an event says. */
  public sealed interface What {}

  /** The first record of a file. */
  public record FileVersion(String version) implements What {}

  /** A number under a name. */
  public record Scalar(String tag, float value) implements What {}

  /** Many numbers under a name, counted. */
  public record Histogrammed(String tag, Histogram histogram) implements What {}

  /** An image under a name, as a file. */
  public record Image(String tag, int height, int width, int channels, byte[] file)
      implements What {}

  /** A graph, as a serialized GraphDef. */
  public record GraphFile(byte[] graphDef) implements What {}

  /** How a step ran, under a name. */
  public record RunMetadata(String tag, List<NodeTiming> nodes) implements What {}

  /** Something this reader does not look into. */
  public record Other(String kind) implements What {}
}
