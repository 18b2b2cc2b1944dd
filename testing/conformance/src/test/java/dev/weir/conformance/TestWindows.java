package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.Sliding;
import dev.weir.runtime.Session;
import dev.weir.runtime.SessionConfig;
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
    SessionConfig config = SessionConfig.standard().withKernels(KernelSelector.reference());
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
    Output y = ops.conv.conv2d(x, filter, last);
    assertSame(ops.conv.conv2d(first(x), filter, first), y);
    assertSame(
        ops.conv.conv2dBackpropInput(shape(first(x)), filter, first(y), first),
        ops.conv.conv2dBackpropInput(shape(x), filter, y, last));
    List<Tensor> filters =
        run(
            ops.conv.conv2dBackpropFilter(first(x), shape(filter), first(y), first),
            ops.conv.conv2dBackpropFilter(x, shape(filter), y, last));
    assertThat(Tolerance.ofUlps(8).compare(filters.get(0), filters.get(1)).difference()).isNull();
  }

  @Test
  void explicitPaddingWithChannelsFirst() {
    Sliding last = Sliding.valid(1, 2).padded(1, 0, 2, 3);
    Output x = random(1, 2, 5, 6, 4);
    Output filter = random(2, 3, 2, 4, 3);
    assertSame(
        ops.conv.conv2d(first(x), filter, last.channelsFirst()), ops.conv.conv2d(x, filter, last));
  }

  @Test
  void depthwiseConvolutionsWithChannelsFirst() {
    Sliding last = Sliding.same(1, 1);
    Sliding first = last.channelsFirst();
    Output x = random(1, 2, 5, 6, 3);
    Output filter = random(2, 3, 2, 3, 2);
    Output y = ops.conv.depthwiseConv2dNative(x, filter, last);
    assertSame(ops.conv.depthwiseConv2dNative(first(x), filter, first), y);
    assertSame(
        ops.conv.depthwiseConv2dNativeBackpropInput(shape(first(x)), filter, first(y), first),
        ops.conv.depthwiseConv2dNativeBackpropInput(shape(x), filter, y, last));
  }

  @Test
  void volumesWithChannelsFirst() {
    Sliding last = Sliding.same(1, 2, 1);
    Sliding first = last.channelsFirst();
    Output x = random(1, 1, 3, 4, 5, 2);
    Output filter = random(2, 2, 2, 3, 2, 3);
    Output y = ops.conv.conv3d(x, filter, last);
    assertSame(ops.conv.conv3d(first(x), filter, first), y);
    assertSame(
        ops.conv.conv3dBackpropInput(shape(first(x)), filter, first(y), first),
        ops.conv.conv3dBackpropInput(shape(x), filter, y, last));
    long[] window = {2, 2, 3};
    assertSame(ops.pool.avgPool3d(first(x), window, first), ops.pool.avgPool3d(x, window, last));
  }

  @Test
  void poolingWithChannelsFirst() {
    Sliding last = Sliding.same(2, 2);
    Sliding first = last.channelsFirst();
    Output x = random(1, 2, 5, 6, 3);
    Output largest = ops.pool.maxPool(x, WINDOW, last);
    Output average = ops.pool.avgPool(x, WINDOW, last);
    assertSame(ops.pool.maxPool(first(x), WINDOW, first), largest);
    assertSame(ops.pool.avgPool(first(x), WINDOW, first), average);
    assertSame(
        ops.pool.maxPoolGrad(first(x), first(largest), first(average), WINDOW, first),
        ops.pool.maxPoolGrad(x, largest, average, WINDOW, last));
    assertSame(
        ops.pool.maxPoolGradGrad(first(x), first(largest), first(x), WINDOW, first),
        ops.pool.maxPoolGradGrad(x, largest, x, WINDOW, last));
    assertSame(
        ops.pool.avgPoolGrad(shape(first(x)), first(average), WINDOW, first),
        ops.pool.avgPoolGrad(shape(x), average, WINDOW, last));
  }

  /** {@code <y, conv(x, f)>} is linear in each, so all three forms of it are the same number. */
  @Test
  void gradientsOfDilatedGroupsAreAdjoint() {
    Sliding sliding = Sliding.same(2, 1).dilated(1, 2);
    Output x = random(1, 2, 5, 6, 4);
    Output filter = random(2, 3, 2, 2, 6);
    Output y = ops.conv.conv2d(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        ops.conv.conv2dBackpropInput(shape(x), filter, weights, sliding),
        filter,
        ops.conv.conv2dBackpropFilter(x, shape(filter), weights, sliding));
  }

  @Test
  void gradientsOfDilatedDepthwiseConvolutionsAreAdjoint() {
    Sliding sliding = Sliding.valid(1, 1).dilated(2, 2).padded(1, 2, 0, 1);
    Output x = random(1, 2, 5, 6, 3);
    Output filter = random(2, 3, 2, 3, 2);
    Output y = ops.conv.depthwiseConv2dNative(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        ops.conv.depthwiseConv2dNativeBackpropInput(shape(x), filter, weights, sliding),
        filter,
        ops.conv.depthwiseConv2dNativeBackpropFilter(x, shape(filter), weights, sliding));
  }

  @Test
  void gradientsOfDilatedVolumesAreAdjoint() {
    Sliding sliding = Sliding.valid(1, 2, 1).dilated(2, 1, 2);
    Output x = random(1, 2, 5, 4, 6, 2);
    Output filter = random(2, 2, 3, 2, 2, 3);
    Output y = ops.conv.conv3d(x, filter, sliding);
    Output weights = ops.constant(Values.random(5, -1, 1, y.shape().sizes()).as(DType.FLOAT64));
    assertAdjoint(
        y,
        weights,
        x,
        ops.conv.conv3dBackpropInput(shape(x), filter, weights, sliding),
        filter,
        ops.conv.conv3dBackpropFilter(x, shape(filter), weights, sliding));
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
