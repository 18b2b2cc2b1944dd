package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** Random numbers: a million of each distribution. */
final class RandomCases {
  /** How many words a vocabulary has that classes are sampled from. */
  private static final int VOCABULARY = 100_000;

  private static final String THREADS = "TensorFlow's depend on how many threads it uses";

  private static final List<DType> OTHERS = List.of(DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);

  private RandomCases() {}

  static void addTo(Map<String, Build> all) {
    stateful(all);
    stateless(all);
    integers(all);
    distributions(all);
    orders(all);
    candidates(all);
    keys(all);
  }

  private static void stateful(Map<String, Build> all) {
    for (String op : List.of("RandomUniform", "RandomStandardNormal", "TruncatedNormal")) {
      all.put(op, g -> seeded(g.op(op, shape(g))).attr("dtype", DType.FLOAT32).build());
      for (DType dtype : OTHERS) {
        all.put(op + "/" + dtype, g -> seeded(g.op(op, shape(g))).attr("dtype", dtype).build());
      }
    }
  }

  private static void stateless(Map<String, Build> all) {
    for (String op :
        List.of("StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal")) {
      all.put(op, g -> g.op(op, shape(g), seed(g)).attr("dtype", DType.FLOAT32).build());
      all.put(op + "V2", g -> keyed(g, op + "V2").attr("dtype", DType.FLOAT32).build());
      for (DType dtype : OTHERS) {
        all.put(op + "V2/" + dtype, g -> keyed(g, op + "V2").attr("dtype", dtype).build());
      }
    }
  }

  private static void integers(Map<String, Build> all) {
    for (DType dtype : List.of(DType.INT32, DType.INT64)) {
      String suffix = dtype == DType.INT32 ? "" : "/" + dtype;
      all.put(
          "RandomUniformInt" + suffix,
          g ->
              seeded(g.op("RandomUniformInt", shape(g), g.scalar(dtype, 0), g.scalar(dtype, 1000)))
                  .build());
      all.put(
          "StatelessRandomUniformInt" + suffix,
          g ->
              g.op(
                      "StatelessRandomUniformInt",
                      shape(g),
                      seed(g),
                      g.scalar(dtype, 0),
                      g.scalar(dtype, 1000))
                  .build());
      all.put(
          "StatelessRandomUniformIntV2" + suffix,
          g ->
              keyed(g, "StatelessRandomUniformIntV2")
                  .input(g.scalar(dtype, 0))
                  .input(g.scalar(dtype, 1000))
                  .build());
      all.put(
          "StatelessRandomUniformFullInt" + suffix,
          g ->
              g.op("StatelessRandomUniformFullInt", shape(g), seed(g))
                  .attr("dtype", dtype)
                  .build());
      all.put(
          "StatelessRandomUniformFullIntV2" + suffix,
          g -> keyed(g, "StatelessRandomUniformFullIntV2").attr("dtype", dtype).build());
    }
  }

  private static void distributions(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16)) {
      String suffix = dtype == DType.FLOAT32 ? "" : "/" + dtype;
      all.put(
          "RandomGamma" + suffix,
          g -> seeded(g.op("RandomGamma", vector(g, K), g.positive(dtype, 256))).build());
      all.put(
          "ParameterizedTruncatedNormal" + suffix,
          g -> {
            g.notCompared(THREADS);
            return seeded(
                    g.op(
                        "ParameterizedTruncatedNormal",
                        shape(g),
                        g.scalar(dtype, 0),
                        g.scalar(dtype, 1),
                        g.scalar(dtype, -1),
                        g.scalar(dtype, 1)))
                .build();
          });
    }
    all.put(
        "StatelessRandomGammaV2",
        g -> g.op("StatelessRandomGammaV2", vector(g, K, 256), seed(g), g.positive(256)).build());
    all.put(
        "StatelessRandomGammaV3",
        g ->
            g.op("StatelessRandomGammaV3", vector(g, K, 256), key(g), counter(g))
                .input(g.ops().constant(1))
                .input(g.positive(256))
                .build());
    poisson(all);
    categorical(all);
  }

  private static void poisson(Map<String, Build> all) {
    all.put(
        "RandomPoisson", g -> seeded(g.op("RandomPoisson", vector(g, K), g.positive(64))).build());
    all.put(
        "RandomPoissonV2",
        g ->
            seeded(g.op("RandomPoissonV2", vector(g, K), g.positive(64)))
                .attr("dtype", DType.INT64)
                .build());
    all.put(
        "RandomPoissonV2/many",
        g ->
            seeded(g.op("RandomPoissonV2", vector(g, K), g.between(DType.FLOAT32, 20, 40, 64)))
                .attr("dtype", DType.FLOAT32)
                .build());
    all.put(
        "StatelessRandomPoisson",
        g ->
            g.op("StatelessRandomPoisson", vector(g, K, 64), seed(g), g.positive(64))
                .attr("dtype", DType.INT32)
                .build());
  }

  private static void categorical(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          dtype == DType.FLOAT32 ? "Multinomial" : "Multinomial/" + dtype,
          g -> {
            g.notCompared(THREADS);
            Output logits = g.numbers(dtype, 64, K);
            return seeded(g.op("Multinomial", logits, g.ops().constant(K))).build();
          });
    }
    all.put(
        "StatelessMultinomial",
        g -> {
          g.notCompared(THREADS);
          return g.op("StatelessMultinomial", g.floats(64, K), g.ops().constant(K), seed(g))
              .build();
        });
  }

  private static void orders(Map<String, Build> all) {
    all.put("RandomShuffle", g -> seeded(g.op("RandomShuffle", g.floats(M))).build());
    all.put("RandomShuffle/rows", g -> seeded(g.op("RandomShuffle", g.floats(K, K))).build());
    all.put(
        "RandomCrop",
        g -> seeded(g.op("RandomCrop", g.floats(K, 512, 3), vector64(g, 512, 256))).build());
  }

  private static void candidates(Map<String, Build> all) {
    for (String op :
        List.of(
            "UniformCandidateSampler",
            "LogUniformCandidateSampler",
            "LearnedUnigramCandidateSampler",
            "ThreadUnsafeUnigramCandidateSampler")) {
      all.put(op, g -> sampled(g, op).attr("range_max", VOCABULARY).build());
    }
    all.put(
        "FixedUnigramCandidateSampler",
        g ->
            sampled(g, "FixedUnigramCandidateSampler")
                .attr("range_max", K)
                .attr("unigrams", weights())
                .build());
    all.put(
        "AllCandidateSampler",
        g ->
            seeded(g.op("AllCandidateSampler", g.longs(K, 256, 1)))
                .attr("num_true", 1)
                .attr("num_sampled", VOCABULARY)
                .attr("unique", true)
                .build());
    all.put(
        "ComputeAccidentalHits",
        g ->
            g.op("ComputeAccidentalHits", g.longs(VOCABULARY, 4 * K, 1), g.longs(VOCABULARY, 4 * K))
                .attr("num_true", 1)
                .build());
  }

  private static NodeBuilder sampled(OpGraph g, String op) {
    return seeded(g.op(op, g.longs(K, 256, 1)))
        .attr("num_true", 1)
        .attr("num_sampled", 512)
        .attr("unique", true);
  }

  private static AttrValue weights() {
    float[] weights = new float[K];
    for (int i = 0; i < K; i++) {
      weights[i] = 1f / (i + 1);
    }
    return AttrValue.ofFloats(weights);
  }

  private static void keys(Map<String, Build> all) {
    all.put("StatelessRandomGetAlg", g -> g.op("StatelessRandomGetAlg").build());
    for (String op : List.of("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")) {
      all.put(op, g -> g.op(op, seed(g)).build());
    }
  }

  private static NodeBuilder seeded(NodeBuilder op) {
    return op.attr("seed", 1).attr("seed2", 2);
  }

  private static NodeBuilder keyed(OpGraph g, String op) {
    return g.op(op, shape(g), key(g), counter(g), g.ops().constant(1));
  }

  private static Output shape(OpGraph g) {
    return vector(g, M);
  }

  private static Output vector(OpGraph g, long... sizes) {
    return g.vector(DType.INT32, sizes);
  }

  private static Output vector64(OpGraph g, long... sizes) {
    return g.vector(DType.INT64, sizes);
  }

  private static Output seed(OpGraph g) {
    return g.ops().constant(new int[] {1, 2});
  }

  private static Output key(OpGraph g) {
    return g.vector(DType.UINT64, 1);
  }

  private static Output counter(OpGraph g) {
    return g.vector(DType.UINT64, 1, 2);
  }
}
