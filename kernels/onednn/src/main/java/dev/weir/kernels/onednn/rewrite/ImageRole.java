package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Attributes;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a node uses images.
 *
 * @param images which of its inputs are images
 * @param givesImages whether its output is images
 * @param kind how it depends on the order of their elements
 */
record ImageRole(List<Integer> images, boolean givesImages, Kind kind) {
  enum Kind {
    /** Much faster in blocked order. */
    CONVOLUTION,
    /** Equally fast in either order, in a kernel for that order. */
    WINDOW,
    /** Elementwise: its usual kernel works in either order. */
    ELEMENTWISE
  }

  private static final Set<String> FORMATS = Set.of("NHWC", "NCHW");

  /** The role of a node; null if it needs the usual order. */
  static @Nullable ImageRole of(Node node) {
    if (node.outputCount() == 0
        || node.outputDtype(0) != DType.FLOAT32
        || node.inputs().stream().anyMatch(Output::isReference)
        || !WindowLimits.areSmall(node.attrs())) {
      return null;
    }
    if (node.op().traits().isElementwise()) {
      return elementwise(node);
    }
    return switch (node.op().signature().name()) {
      case "Conv2D" -> new ImageRole(List.of(0), true, Kind.CONVOLUTION);
      case "_FusedConv2D" -> fused(node.attrs());
      case "Conv2DBackpropInput" -> new ImageRole(List.of(2), true, Kind.CONVOLUTION);
      case "Conv2DBackpropFilter", FilterGradientWithBias.NAME ->
          new ImageRole(List.of(0, 2), false, Kind.CONVOLUTION);
      case "MaxPool", "AvgPool" -> window(node, List.of(0));
      case "MaxPoolGrad" -> window(node, List.of(0, 1, 2));
      case "AvgPoolGrad" -> window(node, List.of(1));
      default -> null;
    };
  }

  private static @Nullable ImageRole fused(Attributes attrs) {
    List<String> steps = attrs.strings("fused_ops");
    if (!steps.getFirst().equals("BiasAdd")) {
      return null;
    }
    List<Integer> images = steps.contains("Add") ? List.of(0, 3) : List.of(0);
    return new ImageRole(images, true, Kind.CONVOLUTION);
  }

  /** Only for images, and if nothing is broadcast: that depends on the order of elements. */
  private static @Nullable ImageRole elementwise(Node node) {
    int inputs = node.inputCount();
    boolean areImages = node.inputs().stream().allMatch(x -> x.dtype() == DType.FLOAT32);
    return areImages && (inputs == 1 || haveOneShape(node))
        ? new ImageRole(IntStream.range(0, inputs).boxed().toList(), true, Kind.ELEMENTWISE)
        : null;
  }

  private static boolean haveOneShape(Node node) {
    Shape shape = node.outputShape(0);
    return isKnownButForBatch(shape)
        && node.inputs().stream().allMatch(x -> x.shape().equals(shape));
  }

  /** A whole image may be repeated: that does not depend on the order inside. */
  private static boolean isKnownButForBatch(Shape shape) {
    return shape.hasRank()
        && shape.rank() == 4
        && Arrays.stream(shape.sizes()).skip(1).allMatch(size -> size >= 0);
  }

  private static @Nullable ImageRole window(Node node, List<Integer> images) {
    long[] size = node.attrs().integers("ksize");
    String format = node.attrs().string("data_format");
    boolean isOverSpace =
        FORMATS.contains(format) && size[0] == 1 && size[format.equals("NHWC") ? 3 : 1] == 1;
    return isOverSpace ? new ImageRole(images, true, Kind.WINDOW) : null;
  }
}
