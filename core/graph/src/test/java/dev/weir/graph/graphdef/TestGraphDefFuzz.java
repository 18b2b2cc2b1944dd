package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.fail;

import dev.weir.error.WeirException;
import dev.weir.graph.SampleFuzz;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reading a damaged file ends soon, with a graph or a clear refusal. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class TestGraphDefFuzz {
  private static final int ROUNDS = 1_000;

  @Test
  void binary() {
    byte[] valid = GraphDefs.toBinary(SampleGraphs.varied());
    SampleFuzz.run(
        valid, ROUNDS, bytes -> GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry()));
  }

  @Test
  void text() {
    byte[] valid = GraphDefs.toText(SampleGraphs.varied()).getBytes(StandardCharsets.UTF_8);
    SampleFuzz.run(
        valid,
        ROUNDS / 10,
        bytes ->
            GraphDefs.fromText(new String(bytes, StandardCharsets.UTF_8), SampleOps.registry()));
  }

  @Test
  void noise() {
    SampleFuzz.run(
        new byte[64],
        ROUNDS,
        bytes -> {
          try {
            GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry());
          } catch (WeirException e) {
            if (e.getMessage() == null || e.getMessage().isBlank()) {
              fail("a refusal without a reason");
            }
            throw e;
          }
        });
  }
}
