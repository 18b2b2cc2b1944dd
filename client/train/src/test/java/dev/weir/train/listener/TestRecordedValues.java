package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Output;
import dev.weir.records.Event;
import dev.weir.records.EventReader;
import dev.weir.records.EventWriter;
import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestRecordedValues {
  @TempDir private Path folder;

  @Test
  void writesValuesOfSomeSteps() {
    Descent descent = Descent.alone();
    Output several = descent.model.ops().array.stack(List.of(descent.w, descent.loss));
    Path file;
    try (EventWriter events = EventWriter.create(folder);
        TrainingSession training =
            descent
                .chief()
                .listeners(
                    EventRecorder.to(events)
                        .everySteps(2)
                        .values(Map.of("loss", descent.loss, "several", several)))
                .start()) {
      descent.run(training, 5);
      file = events.file();
    }
    List<Event> all = EventReader.read(file);
    assertThat(all)
        .filteredOn(event -> event.what() instanceof Event.Scalar)
        .extracting(Event::step)
        .containsExactly(2L, 4L);
    assertThat(all).extracting(Event::what).contains(new Event.Scalar("loss", 5.76f));
    assertThat(all)
        .anyMatch(
            event ->
                event.what() instanceof Event.Histogrammed spread
                    && spread.tag().equals("several"));
  }
}
