package dev.weir.ops.image;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class ImageLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new CropAndResize(),
        new CropAndResizeGradBoxes(),
        new CropAndResizeGradImage(),
        new ResizeBilinear(),
        new ResizeBilinearGrad(),
        new ResizeNearestNeighbor(),
        new ResizeNearestNeighborGrad());
  }
}
