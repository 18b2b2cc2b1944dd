package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.Sliding;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Weights that are kept in another layout are those of now, however often and by whom changed. */
final class TestKeptWeights {
  private final Random random = new Random(9);

  private Tensor numbers(long... sizes) {
    Shape shape = Shape.of(sizes);
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Tensors.of(shape, values);
  }

  @Test
  void changesInPlaceAreSeen() {
    OneDnnNeeded.here();
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output images = ops.placeholder(DType.FLOAT32, Shape.of(-1, 9, 9, 8));
    GraphVariable filter = ops.state.variable(ops.constant(numbers(3, 3, 8, 16)));
    Output result = ops.nn.conv2d(images, filter, Sliding.same(1, 1));
    Node inPlace = filter.assignAdd(ops.constant(numbers(3, 3, 8, 16)));
    Node anew = filter.assign(ops.constant(numbers(3, 3, 8, 16)));
    List<Tensor> fed = List.of(numbers(2, 9, 9, 8), numbers(5, 9, 9, 8));

    List<List<Tensor>> all = new ArrayList<>();
    for (KernelSelector kernels : List.of(KernelSelector.standard(), KernelSelector.reference())) {
      List<Tensor> results = new ArrayList<>();
      try (Session session = Session.open(graph, LocalOptions.builder().kernels(kernels).build())) {
        session.runner().addTarget(filter.initializer()).run();
        for (Node change : List.of(inPlace, inPlace, anew, inPlace)) {
          for (int repeat = 0; repeat < 4; repeat++) {
            Tensor batch = fed.get(repeat % 2);
            results.addAll(session.runner().feed(images, batch).fetch(result).run());
          }
          session.runner().addTarget(change).run();
        }
      }
      all.add(results);
    }
    for (int i = 0; i < all.get(0).size(); i++) {
      Tensor fast = all.get(0).get(i);
      Tensor reference = all.get(1).get(i);
      for (long j = 0; j < reference.elements(); j++) {
        double difference = Math.abs(fast.getDouble(j) - reference.getDouble(j));
        assertThat(difference).as("run %s, element %s", i, j).isLessThan(1e-4);
      }
    }
  }
}
