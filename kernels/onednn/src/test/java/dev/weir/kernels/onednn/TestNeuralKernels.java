package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.BatchNormOptions;
import dev.weir.ops.nn.NnOps;
import dev.weir.ops.nn.Sliding;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Convolutions, pooling and normalization against the reference, through a session. */
final class TestNeuralKernels {
  private static final List<Sliding> SLIDINGS =
      List.of(
          Sliding.same(1, 1),
          Sliding.same(2, 3),
          Sliding.valid(1, 1),
          Sliding.valid(3, 2),
          Sliding.valid(1, 2).padded(1, 0, 0, 1));
  private static final List<Sliding> VOLUME_SLIDINGS =
      List.of(
          Sliding.same(1, 1, 1),
          Sliding.same(2, 3, 1),
          Sliding.valid(1, 1, 1),
          Sliding.valid(1, 3, 2));

  private Graph graph = new Graph();
  private Ops ops = Ops.create(graph);
  private final List<Output> outputs = new ArrayList<>();

  @BeforeAll
  static void needsOneDnn() {
    OneDnnNeeded.here();
  }

  private Output random(long... sizes) {
    Shape shape = Shape.of(sizes);
    Random random = new Random(shape.hashCode());
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return ops.constant(Tensors.of(shape, values));
  }

  private Output like(Output other) {
    return random(other.shape().sizes());
  }

  private Output shape(Output images) {
    int[] sizes = new int[images.shape().rank()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = (int) images.shape().size(i);
    }
    return ops.constant(sizes);
  }

  private static Sliding in(Sliding sliding, boolean isFirst) {
    return isFirst ? sliding.channelsFirst() : sliding;
  }

  private Output images(boolean isFirst, long batch, long rows, long columns, long channels) {
    return isFirst
        ? random(batch, channels, rows, columns)
        : random(batch, rows, columns, channels);
  }

  private Output volumes(boolean isFirst, long batch, long planes, long rows, long channels) {
    return isFirst
        ? random(batch, channels, planes, rows, 6)
        : random(batch, planes, rows, 6, channels);
  }

  /** Compares all outputs since the last call, relative to the size of the numbers. */
  private void check(double allowed) {
    List<Tensor> expected = run(KernelSelector.reference());
    List<Tensor> got = run(new KernelSelector(List.of(new OneDnnProvider())));
    for (int o = 0; o < outputs.size(); o++) {
      assertThat(got.get(o).shape()).isEqualTo(expected.get(o).shape());
      double largest = 1;
      for (long i = 0; i < expected.get(o).elements(); i++) {
        double size = Math.abs(expected.get(o).getDouble(i));
        largest = Double.isFinite(size) ? Math.max(largest, size) : largest;
      }
      for (long i = 0; i < expected.get(o).elements(); i++) {
        assertThat(got.get(o).getDouble(i))
            .as("element %d of %s", i, outputs.get(o).node())
            .isCloseTo(
                expected.get(o).getDouble(i),
                org.assertj.core.data.Offset.offset(allowed * largest));
      }
    }
    graph = new Graph();
    ops = Ops.create(graph);
    outputs.clear();
  }

  private List<Tensor> run(KernelSelector kernels) {
    try (Session session = Session.open(graph, LocalOptions.builder().kernels(kernels).build())) {
      Runner runner = session.runner();
      outputs.forEach(output -> runner.fetch(output.name()));
      return runner.run();
    }
  }

  /** oneDNN 3.11 alone reads wrong elements of such inputs, and memory behind them. */
  @Test
  void oneChannelConvolvesAtOnePlaceOfARow() {
    for (boolean isFirst : new boolean[] {false, true}) {
      for (int columns = 1; columns <= 5; columns++) {
        for (int stride : new int[] {2, 3, 5, 1000}) {
          Output x = images(isFirst, 2, 9, 5, 1);
          convolve(x, random(3, columns, 1, 2), in(Sliding.valid(1, stride), isFirst));
          convolve(x, random(3, columns, 1, 2), in(Sliding.same(1, stride), isFirst));
        }
      }
    }
    check(1e-4);
  }

  private void convolve(Output x, Output filter, Sliding sliding) {
    Output y = ops.nn.conv2d(x, filter, sliding);
    Output gradient = like(y);
    outputs.add(y);
    outputs.add(ops.nn.conv2dBackpropInput(shape(x), filter, gradient, sliding));
    outputs.add(
        sliding
            .onConvolution(
                ops.op("Conv2DBackpropFilter").input(x).input(shape(filter)).input(gradient))
            .build()
            .output(0));
  }

  @Test
  void convolutionsAgree() {
    for (boolean isFirst : new boolean[] {false, true}) {
      for (Sliding sliding : SLIDINGS) {
        convolve(images(isFirst, 2, 7, 6, 3), random(3, 2, 3, 5), in(sliding, isFirst));
        convolve(images(isFirst, 1, 5, 5, 1), random(2, 2, 1, 1), in(sliding, isFirst));
        convolve(images(isFirst, 3, 9, 8, 16), random(3, 3, 16, 24), in(sliding, isFirst));
        check(2e-6);
      }
    }
  }

  @Test
  void dilatedAndGroupedConvolutionsAgree() {
    Sliding dilated = Sliding.same(1, 1).dilated(2, 3);
    convolve(random(2, 9, 8, 3), random(3, 2, 3, 5), dilated);
    convolve(random(2, 9, 8, 6), random(3, 2, 3, 4), Sliding.same(2, 1));
    convolve(random(2, 9, 8, 16), random(3, 3, 1, 16), Sliding.same(1, 1));
    convolve(random(2, 9, 8, 6), random(3, 2, 2, 9), dilated);
    convolve(random(4, 12, 12, 17), random(1, 1, 17, 33), Sliding.valid(1, 1));
    check(2e-6);
  }

  @Test
  void depthwiseConvolutionsAgree() {
    for (Sliding sliding : SLIDINGS) {
      for (long channels : new long[] {1, 3, 16}) {
        for (long multiple : new long[] {1, 2}) {
          Output x = random(2, 7, 6, channels);
          Output filter = random(3, 2, channels, multiple);
          Output y = ops.nn.depthwiseConv2dNative(x, filter, sliding);
          Output gradient = like(y);
          outputs.add(y);
          outputs.add(
              sliding
                  .onConvolution(
                      ops.op("DepthwiseConv2dNativeBackpropInput")
                          .input(shape(x))
                          .input(filter)
                          .input(gradient))
                  .build()
                  .output(0));
          outputs.add(
              sliding
                  .onConvolution(
                      ops.op("DepthwiseConv2dNativeBackpropFilter")
                          .input(x)
                          .input(shape(filter))
                          .input(gradient))
                  .build()
                  .output(0));
        }
      }
    }
    check(2e-6);
  }

  private void convolveVolumes(Output x, Output filter, Sliding sliding) {
    Output y = ops.nn.conv3d(x, filter, sliding);
    Output gradient = like(y);
    Output sizes = ops.math.cast(shape(x), DType.INT64);
    outputs.add(y);
    outputs.add(ops.nn.conv3dBackpropInput(shape(x), filter, gradient, sliding));
    outputs.add(ops.nn.conv3dBackpropInput(sizes, filter, gradient, sliding));
    outputs.add(
        sliding
            .onConvolution(
                ops.op("Conv3DBackpropFilterV2").input(x).input(shape(filter)).input(gradient))
            .build()
            .output(0));
  }

  @Test
  void convolutionsOfVolumesAgree() {
    for (boolean isFirst : new boolean[] {false, true}) {
      for (Sliding plain : VOLUME_SLIDINGS) {
        Sliding sliding = in(plain, isFirst);
        convolveVolumes(volumes(isFirst, 2, 5, 7, 3), random(3, 2, 1, 3, 5), sliding);
        convolveVolumes(volumes(isFirst, 1, 4, 4, 1), random(2, 2, 2, 1, 1), sliding);
        convolveVolumes(volumes(isFirst, 2, 4, 5, 16), random(3, 3, 3, 16, 24), sliding);
        check(2e-6);
      }
    }
  }

  @Test
  void dilatedAndGroupedConvolutionsOfVolumesAgree() {
    Sliding dilated = Sliding.same(1, 1, 1).dilated(2, 1, 3);
    convolveVolumes(random(2, 5, 6, 7, 3), random(2, 3, 2, 3, 5), dilated);
    convolveVolumes(random(1, 5, 6, 7, 6), random(2, 3, 2, 3, 4), Sliding.same(2, 1, 1));
    convolveVolumes(random(1, 5, 6, 7, 16), random(3, 3, 3, 1, 16), Sliding.valid(1, 1, 1));
    check(2e-6);
  }

  @Test
  void emptyConvolutionsAgree() {
    convolve(random(0, 7, 6, 3), random(3, 2, 3, 5), Sliding.same(1, 1));
    convolve(random(2, 7, 6, 3), random(3, 2, 3, 0), Sliding.same(1, 1));
    convolveVolumes(random(0, 4, 7, 6, 3), random(2, 3, 2, 3, 5), Sliding.same(1, 1, 1));
    check(0);
  }

  @Test
  void largeConvolutionsUseAllCoresAndAgree() {
    convolve(random(8, 28, 28, 32), random(5, 5, 32, 64), Sliding.same(1, 1));
    convolveVolumes(random(2, 8, 16, 16, 16), random(3, 3, 3, 16, 32), Sliding.same(1, 1, 1));
    check(1e-5);
  }

  @Test
  void poolingAgrees() {
    long[][] windows = {{2, 2}, {3, 2}, {1, 4}};
    for (boolean isFirst : new boolean[] {false, true}) {
      for (Sliding plain : SLIDINGS.subList(0, 4)) {
        for (long[] window : windows) {
          for (long channels : new long[] {1, 3, 8, 19}) {
            Sliding sliding = in(plain, isFirst);
            Output x = images(isFirst, 2, 7, 6, channels);
            Output largest = ops.nn.maxPool(x, window, sliding);
            Output average = ops.nn.avgPool(x, window, sliding);
            Output gradient = like(largest);
            outputs.add(largest);
            outputs.add(average);
            outputs.add(
                sliding
                    .onPooling(
                        ops.op("MaxPoolGrad").input(x).input(largest).input(gradient), window)
                    .build()
                    .output(0));
            outputs.add(
                sliding
                    .onPooling(ops.op("AvgPoolGrad").input(shape(x)).input(gradient), window)
                    .build()
                    .output(0));
          }
        }
        check(1e-6);
      }
    }
  }

  private void poolVolumes(Output x, long[] window, Sliding sliding) {
    Output largest = ops.nn.maxPool3d(x, window, sliding);
    Output gradient = like(largest);
    outputs.add(largest);
    outputs.add(ops.nn.avgPool3d(x, window, sliding));
    outputs.add(
        sliding
            .onPooling(ops.op("MaxPool3DGrad").input(x).input(largest).input(gradient), window)
            .build()
            .output(0));
    outputs.add(
        sliding
            .onPooling(ops.op("AvgPool3DGrad").input(shape(x)).input(gradient), window)
            .build()
            .output(0));
  }

  @Test
  void poolingOfVolumesAgrees() {
    long[][] windows = {{2, 2, 2}, {1, 3, 2}, {3, 1, 4}};
    for (boolean isFirst : new boolean[] {false, true}) {
      for (Sliding plain : VOLUME_SLIDINGS) {
        for (long[] window : windows) {
          for (long channels : new long[] {1, 3, 8, 19}) {
            poolVolumes(volumes(isFirst, 2, 5, 7, channels), window, in(plain, isFirst));
          }
        }
        check(1e-6);
      }
    }
    poolVolumes(random(0, 4, 4, 4, 2), new long[] {2, 2, 2}, VOLUME_SLIDINGS.getFirst());
    check(0);
  }

  /** The first of equals has the gradient, as everywhere. */
  @Test
  void tiesInPoolingAgree() {
    Output x = ops.constant(Tensors.of(Shape.of(1, 6, 6, 2), new float[72]));
    for (Sliding sliding : SLIDINGS.subList(0, 4)) {
      long[] window = {3, 3};
      Output largest = ops.nn.maxPool(x, window, sliding);
      outputs.add(
          sliding
              .onPooling(ops.op("MaxPoolGrad").input(x).input(largest).input(like(largest)), window)
              .build()
              .output(0));
    }
    Output volumes = ops.constant(Tensors.of(Shape.of(1, 4, 4, 4, 2), new float[128]));
    for (Sliding sliding : VOLUME_SLIDINGS) {
      poolVolumes(volumes, new long[] {2, 3, 2}, sliding);
    }
    check(1e-6);
  }

  @Test
  void explicitlyPaddedMaxPoolingAgrees() {
    Output x = random(2, 7, 6, 5);
    for (long size : new long[] {2, 3, 4}) {
      outputs.add(
          ops.nn.maxPool(x, new long[] {size, size}, Sliding.valid(1, 2).padded(1, 1, 0, 1)));
    }
    check(0);
  }

  @Test
  void normalizationAgrees() {
    for (String format : new String[] {"NHWC", "NCHW", "NDHWC", "NCDHW"}) {
      for (boolean isTraining : new boolean[] {true, false}) {
        for (float factor : new float[] {1, 0.25f}) {
          long[] sizes = {3, 5, 4, 7};
          Output x = format.length() == 5 ? random(2, 5, 4, 3, 7) : random(sizes);
          long channels = x.shape().size(format.endsWith("C") ? -1 : 1);
          normalize(x, channels, new BatchNormOptions(1e-3f, factor, format, isTraining));
        }
      }
    }
    check(1e-5);
  }

  private void normalize(Output x, long channels, BatchNormOptions options) {
    Output scale = random(channels);
    Output variance = ops.math.add(ops.constant(1f), scale);
    NnOps.BatchNorm result =
        ops.nn.fusedBatchNorm(x, scale, random(channels), scale, variance, options);
    outputs.addAll(
        List.of(
            result.y(),
            result.mean(),
            result.variance(),
            result.savedMean(),
            result.savedVariance()));
    Node gradients =
        options
            .on(
                ops.op("FusedBatchNormGradV3")
                    .input(like(x))
                    .input(x)
                    .input(scale)
                    .input(result.savedMean())
                    .input(result.savedVariance())
                    .input(ops.constant(0f)))
            .build();
    outputs.addAll(List.of(gradients.output(0), gradients.output(1), gradients.output(2)));
  }
}
