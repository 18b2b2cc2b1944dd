package dev.weir.ops.linalg;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The loops of an equation: over the output's labels, and inside them over those summed up. */
final class EinsumLoop {
  private final Tensor a;
  private final Tensor b;
  private final Tensor output;
  private final List<Label> kept = new ArrayList<>();
  private final List<Label> summed = new ArrayList<>();
  private double real;
  private double imaginary;
  private long whole;

  /** A label, its size and the distances of its elements in each tensor. */
  private record Label(long size, long aStep, long bStep, long outputStep) {}

  EinsumLoop(KernelContext context, EinsumEquation equation) {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      shapes.add(context.input(i).shape());
    }
    Shape shape = equation.resultShape(shapes);
    a = context.input(0);
    b = context.inputCount() > 1 ? context.input(1) : one(context);
    output = context.allocate(0, shape);
    String aLabels = equation.labels(0, a.shape().rank());
    String bLabels = context.inputCount() > 1 ? equation.labels(1, b.shape().rank()) : "";
    int broadcast = equation.broadcastRank(0, a.shape().rank());
    if (context.inputCount() > 1) {
      broadcast = Math.max(broadcast, equation.broadcastRank(1, b.shape().rank()));
    }
    String outputLabels = equation.outputLabels(broadcast);
    (outputLabels + aLabels + bLabels)
        .chars()
        .distinct()
        .forEach(
            c -> {
              char label = (char) c;
              Label loop =
                  new Label(
                      Math.max(size(a.shape(), aLabels, label), size(b.shape(), bLabels, label)),
                      step(a.shape(), aLabels, label),
                      step(b.shape(), bLabels, label),
                      step(shape, outputLabels, label));
              (outputLabels.indexOf(label) >= 0 ? kept : summed).add(loop);
            });
  }

  /** The second factor of an equation with one input. */
  private static Tensor one(KernelContext context) {
    Tensor one = context.scratch(context.input(0).dtype(), Shape.scalar());
    if (one.dtype().isComplex()) {
      one.setComplex(0, 1, 0);
    } else {
      one.setLong(0, 1);
    }
    return one;
  }

  private static long size(Shape shape, String labels, char label) {
    int d = labels.indexOf(label);
    return d < 0 ? -1 : shape.size(d);
  }

  /** The sum of the strides of all dimensions with this label; 0 for those that stretch. */
  private static long step(Shape shape, String labels, char label) {
    long step = 0;
    long stride = 1;
    for (int d = labels.length() - 1; d >= 0; d--) {
      boolean stretches = EinsumEquation.isBroadcast(label) && shape.size(d) == 1;
      step += labels.charAt(d) == label && !stretches ? stride : 0;
      stride *= shape.size(d);
    }
    return step;
  }

  void run() {
    if (output.elements() == 0) {
      return;
    }
    for (long i = 0; i < output.elements(); i++) { // what no label reaches stays 0
      output.setLong(i, 0);
    }
    loop(0, 0, 0, 0);
  }

  private void loop(int depth, long i, long j, long result) {
    if (depth < kept.size()) {
      Label label = kept.get(depth);
      for (long k = 0; k < label.size; k++) {
        loop(depth + 1, i + k * label.aStep, j + k * label.bStep, result + k * label.outputStep);
      }
      return;
    }
    real = 0;
    imaginary = 0;
    whole = 0;
    sum(0, i, j);
    if (output.dtype().isComplex()) {
      output.setComplex(result, real, imaginary);
    } else if (output.dtype().isFloating()) {
      output.setDouble(result, real);
    } else {
      output.setLong(result, whole);
    }
  }

  private void sum(int depth, long i, long j) {
    if (depth == summed.size()) {
      add(i, j);
      return;
    }
    Label label = summed.get(depth);
    for (long k = 0; k < label.size; k++) {
      sum(depth + 1, i + k * label.aStep, j + k * label.bStep);
    }
  }

  private void add(long i, long j) {
    if (output.dtype().isComplex()) {
      real += a.getReal(i) * b.getReal(j) - a.getImaginary(i) * b.getImaginary(j);
      imaginary += a.getReal(i) * b.getImaginary(j) + a.getImaginary(i) * b.getReal(j);
    } else if (output.dtype().isFloating()) {
      real += a.getDouble(i) * b.getDouble(j);
    } else {
      whole += a.getLong(i) * b.getLong(j);
    }
  }
}
