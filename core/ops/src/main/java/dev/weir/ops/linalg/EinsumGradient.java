package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import java.util.List;

/**
 * The gradient of {@code Einsum}, made of more of them: that of {@code "ij,jk->ik"} with respect to
 * its first input is {@code "ik,jk->ij"} of the gradient and the second. Along labels of an input
 * that occur nowhere else it is the same everywhere, and along dimensions that broadcast it is
 * summed.
 */
final class EinsumGradient {
  private static final String ELLIPSIS = EinsumEquation.ELLIPSIS;

  private final GradientContext context;
  private final GradientOps ops;
  private final MatrixGradients on;
  private final EinsumEquation equation;

  EinsumGradient(GradientContext context) {
    this.context = context;
    this.ops = GradientOps.of(context);
    this.on = MatrixGradients.of(context);
    this.equation = EinsumEquation.parse(context.node().attrs().string("equation"));
  }

  Output build(int input) {
    String own = equation.inputs().get(input);
    boolean hasOther = equation.inputs().size() > 1;
    String other = hasOther ? equation.inputs().get(1 - input) : "";
    String given = equation.output() + other;
    String kept = distinct(own, given, true);
    String summed = distinct(own, given, false);
    boolean isStretched = other.contains(ELLIPSIS);
    boolean isDirect = summed.isEmpty() && !isStretched;
    String middle = isDirect ? own : given.contains(ELLIPSIS) ? ELLIPSIS + kept : kept;
    Output gradient =
        hasOther
            ? einsum(
                equation.output() + "," + other + "->" + middle,
                context.gradient(),
                ops.conj(context.input(1 - input)))
            : einsum(equation.output() + "->" + middle, context.gradient());
    if (isStretched) {
      gradient = ops.sumToShape(gradient, unstretched(input, gradient, kept.length()));
    }
    if (middle.equals(own)) {
      return gradient;
    }
    return summed.isEmpty()
        ? einsum(middle + "->" + own, gradient)
        : einsum(middle + "," + summed + "->" + own, gradient, ones(input, summed));
  }

  private Output einsum(String text, Operand... inputs) {
    return ops.node("Einsum").inputList(List.of(inputs)).attr("equation", text).build().output(0);
  }

  /** The labels of an input, each once, that are among others, or that are not. */
  private static String distinct(String labels, String others, boolean among) {
    StringBuilder result = new StringBuilder();
    for (char label : labels.replace(ELLIPSIS, "").toCharArray()) {
      if (result.indexOf(String.valueOf(label)) < 0 && (others.indexOf(label) >= 0) == among) {
        result.append(label);
      }
    }
    return result.toString();
  }

  /** The sizes an input has in its ellipsis, then those of the labels at the gradient's end. */
  private Output unstretched(int input, Output gradient, int labels) {
    String own = equation.inputs().get(input);
    int before = own.indexOf(ELLIPSIS);
    Output broadcast = ops.ints();
    if (before >= 0) {
      int after = own.length() - ELLIPSIS.length() - before;
      broadcast = on.elements(ops.shape(context.input(input)), before, -after);
    }
    Output rest = labels == 0 ? ops.ints() : on.elements(ops.shape(gradient), -labels, 0);
    return ops.join(broadcast, rest);
  }

  private Output ones(int input, String labels) {
    String own = equation.inputs().get(input);
    Output shape = ops.shape(context.input(input));
    Output sizes = ops.ints();
    for (char label : labels.toCharArray()) {
      int place = own.indexOf(label);
      boolean isAfter = own.contains(ELLIPSIS) && place > own.indexOf(ELLIPSIS);
      int index = isAfter ? place - own.length() : place;
      sizes = ops.join(sizes, on.elements(shape, index, index + 1));
    }
    return ops.op("Fill", sizes, ops.scalar(1, context.gradient()));
  }
}
