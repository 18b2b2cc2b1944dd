package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.bench.limit.DirectGemm;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.Ops;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Products of float32 matrices by each provider of kernels, through a session or by calling the
 * kernel alone. The limit is {@code dnnl_sgemm} called directly, on one thread or on all, whichever
 * is faster.
 */
final class GemmBenchmark implements Benchmark {
  private static final String DIRECT = "direct, all threads";
  private static final String DIRECT_ALONE = "direct, one thread";
  private static final double TOLERANCE = 1e-3;

  private final String name;
  private final boolean throughSession;

  private GemmBenchmark(String name, boolean throughSession) {
    this.name = name;
    this.throughSession = throughSession;
  }

  static Benchmark throughSession() {
    return new GemmBenchmark("gemm", true);
  }

  static Benchmark kernelAlone() {
    return new GemmBenchmark("gemm-kernel", false);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String about() {
    return throughSession
        ? "MatMul of float32 by each provider, name/provider/MxKxN: GFLOPS; limit: bare dnnl_sgemm"
        : "the same, calling the kernel without a session";
  }

  @Override
  public void run(Bench bench) {
    List<KernelProvider> providers =
        KernelSelector.standard().providers().stream()
            .filter(provider -> provider.ops().contains("MatMul"))
            .toList();
    if (providers.isEmpty()) {
      bench.report().skip(name, "no provider on this machine has a kernel for MatMul");
    }
    Optional<DirectGemm> direct = DirectGemm.ofLoadedLibrary();
    for (GemmSize size : GemmSize.ALL) {
      List<KernelProvider> wanted =
          providers.stream().filter(provider -> bench.wants(resultName(provider, size))).toList();
      if (!wanted.isEmpty()) {
        compare(bench, wanted, direct, size);
      }
    }
  }

  private void compare(
      Bench bench, List<KernelProvider> providers, Optional<DirectGemm> direct, GemmSize size) {
    Tensor left = size.left();
    Tensor right = size.right();
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output a = ops.placeholder(DType.FLOAT32, left.shape());
    Output b = ops.placeholder(DType.FLOAT32, right.shape());
    Output product = ops.linalg.matMul(a, b);
    List<Contender> contenders = new ArrayList<>();
    try (Duel duel = new Duel(graph, bench.threads())) {
      duel.feed(a, left).feed(b, right).fetch(product);
      for (KernelProvider provider : providers) {
        KernelSelector kernels = new KernelSelector(List.of(provider));
        if (throughSession) {
          contenders.add(duel.weir(provider.name(), kernels));
        } else {
          Kernel kernel = provider.kernel(KernelSpec.of(product.node())).orElseThrow();
          LoneKernel alone = new LoneKernel(kernel, product.node(), List.of(left, right));
          contenders.add(Contender.of(provider.name(), alone::compute));
        }
        if (Peers.hasTensorFlow()) {
          duel.checkAgreement(kernels, TOLERANCE);
        }
      }
      if (throughSession && Peers.hasTensorFlow()) {
        contenders.add(duel.tensorflow());
      }
      direct.ifPresent(gemm -> contenders.addAll(limits(gemm, left, right, size, bench.threads())));
      Measurements measured = bench.measure(name + "/" + size, contenders);
      providers.forEach(provider -> bench.report().add(result(measured, provider, size)));
    }
  }

  private static List<Contender> limits(
      DirectGemm gemm, Tensor left, Tensor right, GemmSize size, int threads) {
    Tensor result = Tensor.allocate(DType.FLOAT32, dev.weir.tensor.Shape.of(size.m(), size.n()));
    Contender alone = limit(DIRECT_ALONE, gemm, 1, left, right, result);
    return threads == 1
        ? List.of(alone)
        : List.of(alone, limit(DIRECT, gemm, threads, left, right, result));
  }

  private static Contender limit(
      String name, DirectGemm gemm, int threads, Tensor left, Tensor right, Tensor result) {
    return new Contender(
        name,
        times -> {
          gemm.useThreads(threads);
          for (long i = 0; i < times; i++) {
            gemm.multiply(left, right, result);
          }
        });
  }

  private BenchResult result(Measurements measured, KernelProvider provider, GemmSize size) {
    double work = size.gigaflops();
    BenchResult result =
        BenchResult.rate(
            resultName(provider, size), "GFLOPS", work * measured.rate(provider.name()));
    if (measured.has(Duel.TENSORFLOW)) {
      result = result.withPeer(Duel.TENSORFLOW, work * measured.rate(Duel.TENSORFLOW));
    }
    if (measured.has(DIRECT_ALONE)) {
      double limit = measured.rate(DIRECT_ALONE);
      if (measured.has(DIRECT)) {
        limit = Math.max(limit, measured.rate(DIRECT));
      }
      result = result.withLimit(work * limit);
    }
    return result;
  }

  private String resultName(KernelProvider provider, GemmSize size) {
    return name + "/" + provider.name() + "/" + size;
  }
}
