package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.Sliding;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What TensorFlow cannot compute on a CPU, held to what it can: channels first to channels last,
 * and the gradients of dilated and grouped convolutions to the convolutions.
 */
final class TestWindows {
  private static final long[] WINDOW = {2, 3};
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private Output random(long seed, long... sizes) {
    return ops.constant(Values.random(seed, -1, 1, sizes).as(DType.FLOAT64));
  }

  private Output first(Output images) {
    int[] order = images.shape().rank() == 4 ? new int[] {0, 3, 1, 2} : new int[] {0, 4, 1, 2, 3};
    return ops.array.transpose(images, ops.constant(order));
  }

  private Output shape(Output of) {
    return ops.array.shape(of);
  }

  private List<Tensor> run(Output... outputs) {
    LocalOptions config = LocalOptions.builder().kernels(KernelSelector.reference()).build();
    try (Session session = Session.open(graph, config)) {
      var runner = session.runner();
      for (Output output : outputs) {
        runner.fetch(output.name());
      }
      return runner.run();
    }
  }

  private void assertSame(Output channelsFirst, Output channelsLast) {
    List<Tensor> both = run(channelsFirst, first(channelsLast));
    assertThat(both.get(0).elements()).isPositive();
    assertThat(Tolerance.ofUlps(8).compare(both.get(0), both.get(1)).difference()).isNull();
  }

  @Test
  void convolutionsWithChannelsFirst() {
    Sliding last = Sliding.same(2, 1).dilated(1, 2);
    Sliding first = last.channelsFirst();
    Output x = random(1, 2, 5, 6, 4);
    Output filter = random(2, 3, 2, 2, 6);
    Output y = ops.nn.conv2d(x, filter, last);
    assertSame(ops.nn.conv2d(first(x), filter, first), y);
    assertSame(
        ops.nn.conv2dBackpropInput(shape(first(x)), filter, first(y), first),
        ops.nn.conv2dBackpropInput(shape(x), filter, y, last));
    List<Tensor> filters =
        run(
            first
                .onConvolution(
                    ops.op("Conv2DBackpropFilter")
                        .input(first(x))
                        .input(shape(filter))
                        .input(first(y)))
                .build()
                .output(0),
            last.onConvolution(
                    ops.op("Conv2DBackpropFilter").input(x).input(shape(filter)).input(y))
                .build()
                .output(0));
    assertThat(Tolerance.ofUlps(8).compare(filters.get(0), filters.get(1)).difference()).isNull();
  }

  @Test
  void explicitPaddingWithChannelsFirst() {
    Sliding last = Sliding.valid(1, 2).padded(1, 0, 2, 3);
    Output x = random(1, 2, 5, 6, 4);
    Output filter = random(2, 3, 2, 4, 3);
    assertSame(
        ops.nn.conv2d(first(x), filter, last.channelsFirst()), ops.nn.conv2d(x, filter, last));
  }

  @Test
  void depthwiseConvolutionsWithChannelsFirst() {
    Sliding last = Sliding.same(1, 1);
    Sliding first = last.channelsFirst();
    Output x = random(1, 2, 5, 6, 3);
    Output filter = random(2, 3, 2, 3, 2);
    Output y = ops.nn.depthwiseConv2dNative(x, filter, last);
    assertSame(ops.nn.depthwiseConv2dNative(first(x), filter, first), y);
    assertSame(
        first
            .onConvolution(
                ops.op("DepthwiseConv2dNativeBackpropInput")
                    .input(shape(first(x)))
                    .input(filter)
                    .input(first(y)))
            .build()
            .output(0),
        last.onConvolution(
                ops.op("DepthwiseConv2dNativeBackpropInput").input(shape(x)).input(filter).input(y))
            .build()
            .output(0));
  }

  @Test
  void volumesWithChannelsFirst() {
    Sliding last = Sliding.same(1, 2, 1);
    Sliding first = last.channelsFirst();
    Output x = random(1, 1, 3, 4, 5, 2);
    Output filter = random(2, 2, 2, 3, 2, 3);
    Output y = ops.nn.conv3d(x, filter, last);
    assertSame(ops.nn.conv3d(first(x), filter, first), y);
    assertSame(
        ops.nn.conv3dBackpropInput(shape(first(x)), filter, first(y), first),
        ops.nn.conv3dBackpropInput(shape(x), filter, y, last));
    long[] window = {2, 2, 3};
    assertSame(ops.nn.avgPool3d(first(x), window, first), ops.nn.avgPool3d(x, window, last));
  }

  @Test
  void poolingWithChannelsFirst() {
    Sliding last = Sliding.same(2, 2);
    Sliding first = last.channelsFirst();
    Output x = random(1, 2, 5, 6, 3);
    Output largest = ops.nn.maxPool(x, WINDOW, last);
    Output average = ops.nn.avgPool(x, WINDOW, last);
    assertSame(ops.nn.maxPool(first(x), WINDOW, first), largest);
    assertSame(ops.nn.avgPool(first(x), WINDOW, first), average);
    assertSame(
        first
            .onPooling(
                ops.op("MaxPoolGrad").input(first(x)).input(first(largest)).input(first(average)),
                WINDOW)
            .build()
            .output(0),
        last.onPooling(ops.op("MaxPoolGrad").input(x).input(largest).input(average), WINDOW)
            .build()
            .output(0));
    assertSame(
        first
            .onPooling(
                ops.op("MaxPoolGradGrad").input(first(x)).input(first(largest)).input(first(x)),
                WINDOW)
            .build()
            .output(0),
        last.onPooling(ops.op("MaxPoolGradGrad").input(x).input(largest).input(x), WINDOW)
            .build()
            .output(0));
    assertSame(
        first
            .onPooling(ops.op("AvgPoolGrad").input(shape(first(x))).input(first(average)), WINDOW)
            .build()
            .output(0),
        last.onPooling(ops.op("AvgPoolGrad").input(shape(x)).input(average), WINDOW)
            .build()
            .output(0));
  }

  /** {@code <y, conv(x, f)>} is linear in each, so all three forms of it are the same number. */
  @Test
  void gradientsOfDilatedGroupsAreAdjoint() {
    Sliding sliding = Sliding.same(2, 1).dilated(1, 2);
    Output x = random(1, 2, 5, 6, 4);
    Output filter = random(2, 3, 2, 2, 6);
    Output y = ops.nn.conv2d(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        ops.nn.conv2dBackpropInput(shape(x), filter, weights, sliding),
        filter,
        sliding
            .onConvolution(
                ops.op("Conv2DBackpropFilter").input(x).input(shape(filter)).input(weights))
            .build()
            .output(0));
  }

  @Test
  void gradientsOfDilatedDepthwiseConvolutionsAreAdjoint() {
    Sliding sliding = Sliding.valid(1, 1).dilated(2, 2).padded(1, 2, 0, 1);
    Output x = random(1, 2, 5, 6, 3);
    Output filter = random(2, 3, 2, 3, 2);
    Output y = ops.nn.depthwiseConv2dNative(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        sliding
            .onConvolution(
                ops.op("DepthwiseConv2dNativeBackpropInput")
                    .input(shape(x))
                    .input(filter)
                    .input(weights))
            .build()
            .output(0),
        filter,
        sliding
            .onConvolution(
                ops.op("DepthwiseConv2dNativeBackpropFilter")
                    .input(x)
                    .input(shape(filter))
                    .input(weights))
            .build()
            .output(0));
  }

  @Test
  void gradientsOfDilatedVolumesAreAdjoint() {
    Sliding sliding = Sliding.valid(1, 2, 1).dilated(2, 1, 2);
    Output x = random(1, 2, 5, 4, 6, 2);
    Output filter = random(2, 2, 3, 2, 2, 3);
    Output y = ops.nn.conv3d(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        ops.nn.conv3dBackpropInput(shape(x), filter, weights, sliding),
        filter,
        sliding
            .onConvolution(
                ops.op("Conv3DBackpropFilterV2").input(x).input(shape(filter)).input(weights))
            .build()
            .output(0));
  }

  private void assertAdjoint(
      Output y, Output weights, Output x, Output xGradient, Output filter, Output filterGradient) {
    List<Tensor> all = run(y, weights, x, xGradient, filter, filterGradient);
    double expected = dot(all.get(0), all.get(1));
    assertThat(Math.abs(expected)).isGreaterThan(1e-3);
    assertThat(dot(all.get(2), all.get(3))).isCloseTo(expected, within(expected));
    assertThat(dot(all.get(4), all.get(5))).isCloseTo(expected, within(expected));
  }

  private static org.assertj.core.data.Offset<Double> within(double expected) {
    return org.assertj.core.data.Offset.offset(1e-12 * Math.max(1, Math.abs(expected)));
  }

  private static double dot(Tensor a, Tensor b) {
    assertThat(a.shape()).isEqualTo(b.shape());
    double sum = 0;
    for (long i = 0; i < a.elements(); i++) {
      sum += a.getDouble(i) * b.getDouble(i);
    }
    return sum;
  }
}
