package dev.weir.fuzz.parse;

import dev.weir.records.Event;
import dev.weir.records.EventReader;
import dev.weir.schema.HistogramProto;
import dev.weir.schema.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Event files: the input is one record of them. */
final class EventTarget implements ParserTarget {
  private final Path file;

  EventTarget(Path folder) {
    this.file = folder.resolve("fuzzed.tfevents");
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        dev.weir.schema.Event.newBuilder().setFileVersion("brain.Event:2").build().toByteArray(),
        dev.weir.schema.Event.newBuilder()
            .setStep(3)
            .setWallTime(1.5)
            .setSummary(
                Summary.newBuilder()
                    .addValue(Summary.Value.newBuilder().setTag("loss").setSimpleValue(2f))
                    .addValue(
                        Summary.Value.newBuilder()
                            .setTag("weights")
                            .setHisto(HistogramProto.newBuilder().addBucket(1).addBucketLimit(2)))
                    .addValue(
                        Summary.Value.newBuilder()
                            .setTag("image")
                            .setImage(Summary.Image.newBuilder().setHeight(1).setWidth(1))))
            .build()
            .toByteArray());
  }

  @Override
  public void parse(byte[] input) throws IOException {
    Files.write(file, Checksums.record(input));
    List<Event> unused = EventReader.read(file);
  }
}
