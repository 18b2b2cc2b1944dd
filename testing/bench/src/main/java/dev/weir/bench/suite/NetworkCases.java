package dev.weir.bench.suite;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Convolutions, pools and images in other sizes, in all kinds of types. */
final class NetworkCases {
  private static final DType[] REALS = {DType.FLOAT32, DType.FLOAT64, DType.FLOAT16};
  private static final DType[] PIXELS = {
    DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.UINT8, DType.INT32
  };

  private NetworkCases() {}

  static void addTo(Map<String, OpCases.Build> all) {
    for (DType dtype : REALS) {
      convolutions(all, dtype);
      volumes(all, dtype);
      depthwise(all, dtype);
      dilations(all, dtype);
      averages(all, dtype);
      imageGradients(all, dtype);
    }
    for (DType dtype : PIXELS) {
      maximums(all, dtype);
      images(all, dtype);
    }
    all.put("Conv2D/int32", g -> convolution(g, "Conv2D", DType.INT32, 16, 3, 1));
  }

  /** The name of a case; that of float32 is the op's. */
  static String name(String op, DType dtype) {
    return dtype == DType.FLOAT32 ? op : op + "/" + dtype;
  }

  private static Output numbers(OpGraph g, DType dtype, long... sizes) {
    return dtype.isFloating() ? g.numbers(dtype, sizes) : g.wholes(dtype, 100, sizes);
  }

  private static Output ints(OpGraph g, int... values) {
    return g.ops().constant(values);
  }

  private static Node sliding(NodeBuilder builder, long stride, int spaces) {
    long[] strides = new long[spaces + 2];
    Arrays.fill(strides, stride);
    strides[0] = 1;
    strides[spaces + 1] = 1;
    return builder.attr("strides", AttrValue.ofInts(strides)).attr("padding", "SAME").build();
  }

  private static Node convolution(
      OpGraph g, String op, DType dtype, int channels, int size, int stride) {
    Output images = numbers(g, dtype, 4, 32, 32, channels);
    Output filter = numbers(g, dtype, size, size, channels, channels);
    int out = 32 / stride;
    NodeBuilder builder =
        switch (op) {
          case "Conv2D" -> g.op(op, images, filter);
          case "Conv2DBackpropInput" ->
              g.op(
                  op,
                  ints(g, 4, 32, 32, channels),
                  filter,
                  numbers(g, dtype, 4, out, out, channels));
          default ->
              g.op(
                  op,
                  images,
                  ints(g, size, size, channels, channels),
                  numbers(g, dtype, 4, out, out, channels));
        };
    return sliding(builder, stride, 2);
  }

  private static void convolutions(Map<String, OpCases.Build> all, DType dtype) {
    for (String op : List.of("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter")) {
      all.put(name(op, dtype), g -> convolution(g, op, dtype, 64, 3, 1));
      if (dtype == DType.FLOAT64) {
        all.put(name(op, dtype) + "-1x1", g -> convolution(g, op, dtype, 64, 1, 1));
        all.put(name(op, dtype) + "-strided", g -> convolution(g, op, dtype, 32, 5, 2));
      }
    }
  }

  private static void volumes(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("Conv3D", dtype),
        g ->
            sliding(
                g.op(
                    "Conv3D",
                    g.numbers(dtype, 1, 16, 32, 32, 16),
                    g.numbers(dtype, 3, 3, 3, 16, 16)),
                1,
                3));
    all.put(
        name("Conv3DBackpropInputV2", dtype),
        g ->
            sliding(
                g.op(
                    "Conv3DBackpropInputV2",
                    ints(g, 1, 16, 32, 32, 16),
                    g.numbers(dtype, 3, 3, 3, 16, 16),
                    g.numbers(dtype, 1, 16, 32, 32, 16)),
                1,
                3));
    all.put(
        name("Conv3DBackpropFilterV2", dtype),
        g ->
            sliding(
                g.op(
                    "Conv3DBackpropFilterV2",
                    g.numbers(dtype, 1, 16, 32, 32, 16),
                    ints(g, 3, 3, 3, 16, 16),
                    g.numbers(dtype, 1, 16, 32, 32, 16)),
                1,
                3));
  }

  private static void depthwise(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("DepthwiseConv2dNative", dtype),
        g ->
            sliding(
                g.op(
                    "DepthwiseConv2dNative",
                    g.numbers(dtype, 8, 32, 32, 64),
                    g.numbers(dtype, 3, 3, 64, 1)),
                1,
                2));
    all.put(
        name("DepthwiseConv2dNativeBackpropInput", dtype),
        g ->
            sliding(
                g.op(
                    "DepthwiseConv2dNativeBackpropInput",
                    ints(g, 8, 32, 32, 64),
                    g.numbers(dtype, 3, 3, 64, 1),
                    g.numbers(dtype, 8, 32, 32, 64)),
                1,
                2));
    all.put(
        name("DepthwiseConv2dNativeBackpropFilter", dtype),
        g ->
            sliding(
                g.op(
                    "DepthwiseConv2dNativeBackpropFilter",
                    g.numbers(dtype, 8, 32, 32, 64),
                    ints(g, 3, 3, 64, 1),
                    g.numbers(dtype, 8, 32, 32, 64)),
                1,
                2));
  }

  private static void dilations(Map<String, OpCases.Build> all, DType dtype) {
    for (String op : List.of("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")) {
      all.put(
          name(op, dtype),
          g -> {
            NodeBuilder builder =
                g.op(op, g.numbers(dtype, 4, 32, 32, 64), g.numbers(dtype, 3, 3, 64));
            if (!op.equals("Dilation2D")) {
              builder.input(g.numbers(dtype, 4, 32, 32, 64));
            }
            return sliding(builder.attr("rates", AttrValue.ofInts(1, 1, 1, 1)), 1, 2);
          });
    }
  }

  private static Node pooled(NodeBuilder builder, int spaces) {
    AttrValue window = spaces == 2 ? AttrValue.ofInts(1, 2, 2, 1) : AttrValue.ofInts(1, 2, 2, 2, 1);
    return builder.attr("ksize", window).attr("strides", window).attr("padding", "SAME").build();
  }

  private static void averages(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("AvgPool", dtype), g -> pooled(g.op("AvgPool", g.numbers(dtype, 16, 32, 32, 64)), 2));
    all.put(
        name("AvgPoolGrad", dtype),
        g ->
            pooled(
                g.op("AvgPoolGrad", ints(g, 16, 32, 32, 64), g.numbers(dtype, 16, 16, 16, 64)), 2));
    for (String op : List.of("MaxPoolGradGrad", "MaxPoolGradGradV2")) {
      all.put(name(op, dtype), g -> maxGradient(g, op, dtype));
    }
    all.put(
        name("MaxPoolGradGradWithArgmax", dtype),
        g -> {
          g.noPeer("has a kernel for GPUs only");
          return maxGradient(g, "MaxPoolGradGradWithArgmax", dtype);
        });
    if (dtype == DType.FLOAT32) {
      volumePools(all, dtype);
    }
  }

  /** TensorFlow has no others than of float32. */
  private static void volumePools(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("AvgPool3D", dtype),
        g -> pooled(g.op("AvgPool3D", g.numbers(dtype, 2, 16, 32, 32, 32)), 3));
    all.put(
        name("AvgPool3DGrad", dtype),
        g ->
            pooled(
                g.op(
                    "AvgPool3DGrad",
                    ints(g, 2, 16, 32, 32, 32),
                    g.numbers(dtype, 2, 8, 16, 16, 32)),
                3));
    all.put(
        name("MaxPool3D", dtype),
        g -> pooled(g.op("MaxPool3D", g.numbers(dtype, 2, 16, 32, 32, 32)), 3));
    all.put(
        name("MaxPool3DGrad", dtype),
        g -> maxVolumeGradient(g, "MaxPool3DGrad", g.numbers(dtype, 2, 8, 16, 16, 32)));
    all.put(
        name("MaxPool3DGradGrad", dtype),
        g -> maxVolumeGradient(g, "MaxPool3DGradGrad", g.numbers(dtype, 2, 16, 32, 32, 32)));
  }

  private static Node maxVolumeGradient(OpGraph g, String op, Output gradient) {
    Output x = g.numbers(gradient.dtype(), 2, 16, 32, 32, 32);
    Output y = pooled(g.op("MaxPool3D", x), 3).output(0);
    return pooled(g.op(op, x, y, gradient), 3);
  }

  private static void maximums(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("MaxPool", dtype), g -> pooled(g.op("MaxPool", numbers(g, dtype, 16, 32, 32, 64)), 2));
    all.put(
        name("MaxPool", dtype) + "-3x3",
        g ->
            g.op("MaxPool", numbers(g, dtype, 16, 32, 32, 64))
                .attr("ksize", AttrValue.ofInts(1, 3, 3, 1))
                .attr("strides", AttrValue.ofInts(1, 2, 2, 1))
                .attr("padding", "SAME")
                .build());
    all.put(
        name("MaxPoolV2", dtype),
        g ->
            g.op(
                    "MaxPoolV2",
                    numbers(g, dtype, 16, 32, 32, 64),
                    ints(g, 1, 2, 2, 1),
                    ints(g, 1, 2, 2, 1))
                .attr("padding", "SAME")
                .build());
    all.put(
        name("MaxPoolWithArgmax", dtype),
        g -> pooled(g.op("MaxPoolWithArgmax", numbers(g, dtype, 16, 32, 32, 64)), 2));
    for (String op : List.of("MaxPoolGrad", "MaxPoolGradV2", "MaxPoolGradWithArgmax")) {
      all.put(name(op, dtype), g -> maxGradient(g, op, dtype));
    }
  }

  private static Node maxGradient(OpGraph g, String op, DType dtype) {
    Output x = numbers(g, dtype, 16, 32, 32, 64);
    boolean isSecond = op.startsWith("MaxPoolGradGrad");
    Output gradient =
        isSecond ? numbers(g, dtype, 16, 32, 32, 64) : numbers(g, dtype, 16, 16, 16, 64);
    if (op.endsWith("WithArgmax")) {
      Output argmax = pooled(g.op("MaxPoolWithArgmax", x), 2).output(1);
      return pooled(g.op(op, x, gradient, argmax), 2);
    }
    Output y = pooled(g.op("MaxPool", x), 2).output(0);
    if (op.endsWith("V2")) {
      return g.op(op, x, y, gradient, ints(g, 1, 2, 2, 1), ints(g, 1, 2, 2, 1))
          .attr("padding", "SAME")
          .build();
    }
    return pooled(g.op(op, x, y, gradient), 2);
  }

  private static void images(Map<String, OpCases.Build> all, DType dtype) {
    for (String op : List.of("ResizeBilinear", "ResizeNearestNeighbor")) {
      all.put(
          name(op, dtype),
          g ->
              g.op(op, numbers(g, dtype, 4, 64, 64, 16), ints(g, 128, 128))
                  .attr("half_pixel_centers", true)
                  .build());
      all.put(
          name(op, dtype) + "-photo",
          g ->
              g.op(op, numbers(g, dtype, 4, 480, 640, 3), ints(g, 224, 224))
                  .attr("half_pixel_centers", true)
                  .build());
    }
    if (dtype != DType.INT32) {
      all.put(
          name("CropAndResize", dtype), g -> crop(g, numbers(g, dtype, 4, 64, 64, 64), "bilinear"));
      all.put(
          name("CropAndResize", dtype) + "-nearest",
          g -> crop(g, numbers(g, dtype, 4, 480, 640, 3), "nearest"));
    }
    all.put(
        name("ExtractImagePatches", dtype),
        g ->
            g.op("ExtractImagePatches", numbers(g, dtype, 4, 32, 32, 32))
                .attr("ksizes", AttrValue.ofInts(1, 3, 3, 1))
                .attr("strides", AttrValue.ofInts(1, 1, 1, 1))
                .attr("rates", AttrValue.ofInts(1, 1, 1, 1))
                .attr("padding", "SAME")
                .build());
    if (dtype != DType.UINT8) {
      all.put(
          name("ResizeNearestNeighborGrad", dtype),
          g ->
              g.op("ResizeNearestNeighborGrad", numbers(g, dtype, 4, 128, 128, 16), ints(g, 64, 64))
                  .attr("half_pixel_centers", true)
                  .build());
    }
  }

  private static Output boxes(OpGraph g) {
    Output corners = g.op("Mul", g.positive(64, 2), g.ops().constant(0.15f)).build().output(0);
    Output ends = g.op("AddV2", corners, g.ops().constant(0.4f)).build().output(0);
    return g.op("ConcatV2")
        .inputList(List.of(corners, ends))
        .input(g.ops().constant(1))
        .build()
        .output(0);
  }

  private static Node crop(OpGraph g, Output images, String method) {
    return g.op("CropAndResize", images, boxes(g), g.ints(4, 64), ints(g, 16, 16))
        .attr("method", method)
        .build();
  }

  private static void imageGradients(Map<String, OpCases.Build> all, DType dtype) {
    all.put(
        name("ResizeBilinearGrad", dtype),
        g ->
            g.op("ResizeBilinearGrad", g.floats(4, 128, 128, 16), g.numbers(dtype, 4, 64, 64, 16))
                .attr("half_pixel_centers", true)
                .build());
    all.put(
        name("CropAndResizeGradImage", dtype),
        g ->
            g.op(
                    "CropAndResizeGradImage",
                    g.floats(64, 16, 16, 64),
                    boxes(g),
                    g.ints(4, 64),
                    ints(g, 4, 64, 64, 64))
                .attr("T", dtype)
                .build());
    if (dtype != DType.FLOAT16) {
      all.put(
          name("CropAndResizeGradBoxes", dtype),
          g ->
              g.op(
                      "CropAndResizeGradBoxes",
                      // small, as the errors are of sums of both signs
                      g.between(DType.FLOAT32, -1e-3, 1e-3, 64, 16, 16, 64),
                      g.numbers(dtype, 4, 64, 64, 64),
                      boxes(g),
                      g.ints(4, 64))
                  .build());
    }
  }
}
