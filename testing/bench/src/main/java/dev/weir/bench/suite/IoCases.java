package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.M;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Bytes that become tensors, and queues. */
final class IoCases {
  /** How many strings there are. */
  private static final int S = 10_000;

  /** How many elements the components of queues have, and how many a batch. */
  private static final int COMPONENT = 1000;

  private static final int BATCH = 64;

  private IoCases() {}

  static void addTo(Map<String, Build> all) {
    raw(all);
    compressed(all);
    queues(all);
  }

  private static void raw(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.UINT8, DType.INT64)) {
      all.put(
          dtype == DType.FLOAT32 ? "DecodeRaw" : "DecodeRaw/" + dtype,
          g -> g.op("DecodeRaw", g.bytes(400, S)).attr("out_type", dtype).build());
    }
    all.put(
        "DecodeRaw/swapped",
        g ->
            g.op("DecodeRaw", g.bytes(400, S))
                .attr("out_type", DType.FLOAT32)
                .attr("little_endian", false)
                .build());
    all.put(
        "DecodePaddedRaw",
        g ->
            g.op("DecodePaddedRaw", g.bytes(300, S), g.ops().constant(400))
                .attr("out_type", DType.FLOAT32)
                .build());
    all.put("EncodeBase64", g -> g.op("EncodeBase64", g.bytes(100, S)).build());
    all.put(
        "DecodeBase64",
        g -> {
          Output encoded = g.ops().constant(base64());
          return g.op("DecodeBase64", encoded).build();
        });
    all.put("SerializeTensor", g -> g.op("SerializeTensor", g.floats(M)).build());
    all.put(
        "ParseTensor",
        g -> {
          Output serialized = g.value("SerializeTensor", g.floats(M));
          return g.op("ParseTensor", serialized).attr("out_type", DType.FLOAT32).build();
        });
  }

  private static Tensor base64() {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return new RandomTensors().strings(1, i -> text, S);
  }

  private static void compressed(Map<String, Build> all) {
    for (String type : List.of("ZLIB", "GZIP")) {
      all.put(
          type.equals("ZLIB") ? "DecodeCompressed" : "DecodeCompressed/" + type,
          g ->
              g.op("DecodeCompressed", g.fed(packed(type))).attr("compression_type", type).build());
    }
  }

  /** A hundred strings of ten thousand bytes each. */
  private static Tensor packed(String type) {
    byte[] bytes = new byte[10_000];
    Random random = new Random(1);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(16));
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream stream =
        type.equals("ZLIB") ? new DeflaterOutputStream(packed) : new GZIPOutputStream(packed)) {
      stream.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RandomTensors()
        .filled(DType.STRING, new long[] {100}, (t, i) -> t.setBytes(i, packed.toByteArray()));
  }

  /** What goes into a queue comes out of it in the same step, so both are measured. */
  private static void queues(Map<String, Build> all) {
    for (String kind : List.of("PaddingFIFOQueueV2", "PriorityQueueV2", "RandomShuffleQueueV2")) {
      all.put(kind, g -> passed(g, kind));
    }
    for (String op : List.of("FIFOQueueV2", "QueueEnqueueV2", "QueueDequeueV2")) {
      all.put(op, g -> passed(g, "FIFOQueueV2"));
    }
    for (String op : List.of("QueueEnqueueManyV2", "QueueDequeueManyV2", "QueueDequeueUpToV2")) {
      String taking = op.equals("QueueDequeueUpToV2") ? op : "QueueDequeueManyV2";
      all.put(op, g -> passedMany(g, taking));
    }
    for (String op : List.of("QueueSizeV2", "QueueIsClosedV2")) {
      all.put(op, g -> g.op(op, queue(g, "FIFOQueueV2").output(0)).build());
    }
  }

  private static Node queue(OpGraph g, String kind) {
    return g.op(kind)
        .attr("component_types", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .attr("shapes", AttrValue.ofShapes(List.of(Shape.of(COMPONENT))))
        .build();
  }

  /** Puts an element into a queue of a kind and takes it out again. */
  private static Node passed(OpGraph g, String kind) {
    boolean hasPriority = kind.equals("PriorityQueueV2");
    Output queue = queue(g, kind).output(0);
    Output element = g.floats(COMPONENT);
    Node enqueue =
        g.op("QueueEnqueueV2", queue)
            .inputList(hasPriority ? List.of(g.ops().constant(1L), element) : List.of(element))
            .build();
    List<DType> types = hasPriority ? List.of(DType.INT64, DType.FLOAT32) : List.of(DType.FLOAT32);
    return g.op("QueueDequeueV2", queue)
        .attr("component_types", AttrValue.ofTypes(types))
        .controlInput(enqueue)
        .build();
  }

  private static Node passedMany(OpGraph g, String op) {
    Output queue = queue(g, "FIFOQueueV2").output(0);
    Node enqueue =
        g.op("QueueEnqueueManyV2", queue).inputList(List.of(g.floats(BATCH, COMPONENT))).build();
    return g.op(op, queue, g.ops().constant(BATCH))
        .attr("component_types", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .controlInput(enqueue)
        .build();
  }
}
