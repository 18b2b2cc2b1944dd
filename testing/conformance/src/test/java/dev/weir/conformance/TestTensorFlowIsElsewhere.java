package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That a process has TensorFlow in it is noticed. */
final class TestTensorFlowIsElsewhere {
  @Test
  void processWithTensorFlowIsRecognized() throws IOException {
    assertThat(TensorFlowIsElsewhere.loaded("libtensorflow")).isEmpty();
    ForkedCheck.run(LoadsTensorFlow.class);
  }

  static final class LoadsTensorFlow extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      byte[] one = new Graphs().constant("one", 1).serialized();
      try (EmbeddedTensorFlow tensorflow = EmbeddedTensorFlow.of(one)) {
        tensorflow.run(Map.of(), List.of("one"), List.of());
        assertThat(TensorFlowIsElsewhere.loaded("libtensorflow")).isNotEmpty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
