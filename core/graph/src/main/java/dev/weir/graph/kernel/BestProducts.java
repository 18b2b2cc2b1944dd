package dev.weir.graph.kernel;

import java.util.Comparator;
import java.util.Optional;
import java.util.ServiceLoader;

/** Looks for the best {@link MatrixProducts} once per process, when they are first asked for. */
final class BestProducts {
  static final Optional<MatrixProducts> FOUND =
      ServiceLoader.load(KernelProvider.class).stream()
          .map(ServiceLoader.Provider::get)
          .filter(provider -> provider.unavailableBecause() == null)
          .sorted(Comparator.comparingInt(KernelProvider::priority).reversed())
          .flatMap(provider -> provider.products().stream())
          .findFirst();

  private BestProducts() {}
}
