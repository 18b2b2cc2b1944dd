package dev.weir.records;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.WeirException;
import dev.weir.schema.DeviceStepStats;
import dev.weir.schema.HistogramProto;
import dev.weir.schema.NodeExecStats;
import dev.weir.schema.Summary;
import dev.weir.schema.TaggedRunMetadata;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads event files: Weir's own and those of TensorFlow 1. */
public final class EventReader {
  private EventReader() {}

  /**
   * All events of a file, in the order in which they were written. A record that is cut off at the
   * end is being written and is left out; damage is refused.
   */
  public static List<Event> read(Path file) {
    List<Event> events = new ArrayList<>();
    try (RecordReader records = RecordReader.open(file)) {
      for (byte[] record = next(records); record != null; record = next(records)) {
        add(events, record, file);
      }
    }
    return events;
  }

  /** The next record; null at the end of the file or at a record that is being written. */
  private static byte @Nullable [] next(RecordReader records) {
    try {
      return records.next();
    } catch (WeirException e) {
      if (records.isTruncated()) {
        return null;
      }
      throw e;
    }
  }

  private static void add(List<Event> events, byte[] record, Path file) {
    try {
      dev.weir.schema.Event event = dev.weir.schema.Event.parseFrom(record);
      for (Event.What what : whats(event)) {
        events.add(new Event(event.getWallTime(), event.getStep(), what));
      }
    } catch (InvalidProtocolBufferException e) {
      throw WeirException.dataLoss(
          "a record of %s is no event: %s", file, String.valueOf(e.getMessage()));
    }
  }

  private static List<Event.What> whats(dev.weir.schema.Event event)
      throws InvalidProtocolBufferException {
    return switch (event.getWhatCase()) {
      case FILE_VERSION -> List.of(new Event.FileVersion(event.getFileVersion()));
      case GRAPH_DEF -> List.of(new Event.GraphFile(event.getGraphDef().toByteArray()));
      case TAGGED_RUN_METADATA -> List.of(runMetadata(event.getTaggedRunMetadata()));
      case SUMMARY -> event.getSummary().getValueList().stream().map(EventReader::summary).toList();
      default -> List.of(new Event.Other(event.getWhatCase().name()));
    };
  }

  private static Event.What summary(Summary.Value value) {
    return switch (value.getValueCase()) {
      case SIMPLE_VALUE -> new Event.Scalar(value.getTag(), value.getSimpleValue());
      case HISTO -> new Event.Histogrammed(value.getTag(), histogram(value.getHisto()));
      case IMAGE ->
          new Event.Image(
              value.getTag(),
              value.getImage().getHeight(),
              value.getImage().getWidth(),
              value.getImage().getColorspace(),
              value.getImage().getEncodedImageString().toByteArray());
      default -> new Event.Other(value.getValueCase().name());
    };
  }

  private static Histogram histogram(HistogramProto proto) {
    return new Histogram(
        proto.getMin(),
        proto.getMax(),
        proto.getNum(),
        proto.getSum(),
        proto.getSumSquares(),
        proto.getBucketLimitList(),
        proto.getBucketList());
  }

  private static Event.What runMetadata(TaggedRunMetadata tagged)
      throws InvalidProtocolBufferException {
    List<NodeTiming> nodes = new ArrayList<>();
    dev.weir.schema.RunMetadata metadata =
        dev.weir.schema.RunMetadata.parseFrom(tagged.getRunMetadata());
    for (DeviceStepStats device : metadata.getStepStats().getDevStatsList()) {
      for (NodeExecStats node : device.getNodeStatsList()) {
        nodes.add(
            new NodeTiming(
                device.getDevice(),
                node.getNodeName(),
                op(node.getTimelineLabel()),
                node.getThreadId(),
                node.getAllStartMicros(),
                node.getAllEndRelMicros()));
      }
    }
    return new Event.RunMetadata(tagged.getTag(), nodes);
  }

  /** Of {@code name = Op(inputs)} the op; empty if the label has another form. */
  private static String op(String label) {
    int equals = label.indexOf(" = ");
    int bracket = label.indexOf('(', Math.max(equals, 0));
    return equals < 0 || bracket < 0 ? "" : label.substring(equals + 3, bracket);
  }
}
