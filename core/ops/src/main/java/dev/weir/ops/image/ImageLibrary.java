package dev.weir.ops.image;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Images. */
public final class ImageLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new CropAndResize(),
        new ExtractImagePatches(),
        new ResizeBilinear(),
        new ResizeNearestNeighbor());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new CropAndResizeGradBoxes(),
        new CropAndResizeGradImage(),
        new ResizeBilinearGrad(),
        new ResizeNearestNeighborGrad());
  }
}
