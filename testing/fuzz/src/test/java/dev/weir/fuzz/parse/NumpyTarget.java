package dev.weir.fuzz.parse;

import dev.weir.tensor.DType;
import dev.weir.tensor.NumpyFile;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** NumPy files. */
final class NumpyTarget implements ParserTarget {
  private final Path file;

  NumpyTarget(Path folder) {
    this.file = folder.resolve("fuzzed.npy");
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.INT64, DType.BOOL, DType.COMPLEX64)) {
      for (Shape shape : List.of(Shape.scalar(), Shape.of(2, 3), Shape.of(0))) {
        NumpyFile.write(file, Tensors.zeros(dtype, shape));
        seeds.add(Files.readAllBytes(file));
      }
    }
    return seeds;
  }

  @Override
  public void parse(byte[] input) throws IOException {
    Files.write(file, input);
    Tensor unused = NumpyFile.read(file);
  }
}
