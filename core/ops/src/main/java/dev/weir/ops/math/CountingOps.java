package dev.weir.ops.math;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;

/** Builds nodes: counting, ranking and telling apart. */
public final class CountingOps {
  private final Scope scope;

  CountingOps(Scope scope) {
    this.scope = scope;
  }

  /** The greatest elements and their positions. */
  public record Top(Output values, Output indices) {}

  /** The different elements, and for each element its position among them. */
  public record Distinct(Output y, Output idx) {}

  /**
   * The different elements, for each element its position among them, and how often each occurs.
   */
  public record DistinctWithCounts(Output y, Output idx, Output count) {}

  /** Counts the integers below {@code size}, or adds up their weights where those are not empty. */
  public Output bincount(Operand arr, Operand size, Operand weights) {
    return scope.node("Bincount").input(arr).input(size).input(weights).build().output(0);
  }

  /** Counts, row by row, the integers below {@code size}, or adds up their weights. */
  public Output denseBincount(Operand input, Operand size, Operand weights) {
    return scope.node("DenseBincount").input(input).input(size).input(weights).build().output(0);
  }

  /**
   * Counts, row by row, the integers below {@code size}; {@code binaryOutput} tells only which
   * occur.
   */
  public Output denseBincount(Operand input, Operand size, Operand weights, boolean binaryOutput) {
    return scope
        .node("DenseBincount")
        .input(input)
        .input(size)
        .input(weights)
        .attr("binary_output", binaryOutput)
        .build()
        .output(0);
  }

  /** Counts values in bins of equal width between two bounds. */
  public Output histogramFixedWidth(Operand values, Operand valueRange, Operand nbins) {
    return scope
        .node("HistogramFixedWidth")
        .input(values)
        .input(valueRange)
        .input(nbins)
        .build()
        .output(0);
  }

  /** Counts values, in an integer type, in bins of equal width between two bounds. */
  public Output histogramFixedWidth(
      Operand values, Operand valueRange, Operand nbins, DType dtype) {
    return scope
        .node("HistogramFixedWidth")
        .input(values)
        .input(valueRange)
        .input(nbins)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** The {@code k} greatest elements along the last dimension, greatest first. */
  public Top topK(Operand input, Operand k) {
    Node node = scope.node("TopKV2").input(input).input(k).build();
    return new Top(node.output(0), node.output(1));
  }

  /**
   * The {@code k} greatest elements along the last dimension; in any order if not {@code sorted}.
   */
  public Top topK(Operand input, Operand k, boolean sorted) {
    Node node = scope.node("TopKV2").input(input).input(k).attr("sorted", sorted).build();
    return new Top(node.output(0), node.output(1));
  }

  /**
   * The {@code k} greatest elements along the last dimension, greatest first: the op of old graphs.
   */
  public Top topK(Operand input, long k) {
    Node node = scope.node("TopK").input(input).attr("k", k).build();
    return new Top(node.output(0), node.output(1));
  }

  /** Whether the target is among the {@code k} greatest predictions, row by row. */
  public Output inTopK(Operand predictions, Operand targets, Operand k) {
    return scope.node("InTopKV2").input(predictions).input(targets).input(k).build().output(0);
  }

  /** Whether the target is among the {@code k} greatest predictions, row by row. */
  public Output inTopK(Operand predictions, Operand targets, long k) {
    return scope.node("InTopK").input(predictions).input(targets).attr("k", k).build().output(0);
  }

  /** The element at position {@code n} of each row, were it sorted. */
  public Output nthElement(Operand input, Operand n) {
    return scope.node("NthElement").input(input).input(n).build().output(0);
  }

  /** The element at position {@code n} of each row, were it sorted; {@code reverse}, descending. */
  public Output nthElement(Operand input, Operand n, boolean reverse) {
    return scope
        .node("NthElement")
        .input(input)
        .input(n)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** The different elements of a vector, in order of first occurrence. */
  public Distinct unique(Operand x) {
    Node node = scope.node("Unique").input(x).build();
    return new Distinct(node.output(0), node.output(1));
  }

  /** The different slices along an axis (a vector of one number), in order of first occurrence. */
  public Distinct unique(Operand x, Operand axis) {
    Node node = scope.node("UniqueV2").input(x).input(axis).build();
    return new Distinct(node.output(0), node.output(1));
  }

  /**
   * The different elements of a vector, in order of first occurrence, and how often each occurs.
   */
  public DistinctWithCounts uniqueWithCounts(Operand x) {
    Node node = scope.node("UniqueWithCounts").input(x).build();
    return new DistinctWithCounts(node.output(0), node.output(1), node.output(2));
  }

  /** The different slices along an axis (a vector of one number), and how often each occurs. */
  public DistinctWithCounts uniqueWithCounts(Operand x, Operand axis) {
    Node node = scope.node("UniqueWithCountsV2").input(x).input(axis).build();
    return new DistinctWithCounts(node.output(0), node.output(1), node.output(2));
  }

  /** The coordinates of all elements that are true or not 0, a row each. */
  public Output where(Operand condition) {
    return scope.node("Where").input(condition).build().output(0);
  }
}
