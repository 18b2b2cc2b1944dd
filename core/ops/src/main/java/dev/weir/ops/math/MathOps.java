package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;

/**
 * Builds nodes: arithmetic, comparison, logic and functions, element by element; reductions along
 * axes and of segments; counting.
 *
 * <p>A number in place of an operand stands for a scalar of the other operand's element type, and
 * axes may be plain integers:
 *
 * {@snippet :
 * Output centered = ops.math.sub(x, ops.math.mean(x, 0));
 * Output scaled = ops.math.of(x).times(2).plus(bias).asOutput();
 * }
 */
public final class MathOps extends ReductionMethods {
  public MathOps(Scope scope) {
    super(scope);
  }

  /** A chain of arithmetic that starts with an operand. */
  public Arithmetic of(Operand x) {
    return new Arithmetic(this, x.asOutput());
  }

  /** The sum of the rows of each segment; ids ascend; 0 for an id that does not occur. */
  public Output segmentSum(Operand data, Operand segmentIds) {
    return op("SegmentSum", data, segmentIds);
  }

  /**
   * The sum of the rows of each of so many segments; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentSum(Operand data, Operand segmentIds, Operand numSegments) {
    return op("SegmentSumV2", data, segmentIds, numSegments);
  }

  /** The sum of the rows of each of {@code numSegments} segments; ids ascend. */
  public Output segmentSum(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("SegmentSumV2");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /** The sum of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentSum(Operand data, Operand segmentIds, Operand numSegments) {
    return op("UnsortedSegmentSum", data, segmentIds, numSegments);
  }

  /** The sum of all slices with equal ids below {@code numSegments}, in any order. */
  public Output unsortedSegmentSum(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("UnsortedSegmentSum");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /** The product of the rows of each segment; ids ascend; 1 for an id that does not occur. */
  public Output segmentProd(Operand data, Operand segmentIds) {
    return op("SegmentProd", data, segmentIds);
  }

  /**
   * The product of the rows of each of so many segments; ids ascend; 1 for an id that does not
   * occur.
   */
  public Output segmentProd(Operand data, Operand segmentIds, Operand numSegments) {
    return op("SegmentProdV2", data, segmentIds, numSegments);
  }

  /** The product of the rows of each of {@code numSegments} segments; ids ascend. */
  public Output segmentProd(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("SegmentProdV2");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /** The product of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentProd(Operand data, Operand segmentIds, Operand numSegments) {
    return op("UnsortedSegmentProd", data, segmentIds, numSegments);
  }

  /** The product of all slices with equal ids below {@code numSegments}, in any order. */
  public Output unsortedSegmentProd(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("UnsortedSegmentProd");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /** The mean of the rows of each segment; ids ascend; 0 for an id that does not occur. */
  public Output segmentMean(Operand data, Operand segmentIds) {
    return op("SegmentMean", data, segmentIds);
  }

  /**
   * The greatest elements of the rows of each segment; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentMax(Operand data, Operand segmentIds) {
    return op("SegmentMax", data, segmentIds);
  }

  /**
   * The greatest elements of the rows of each of so many segments; ids ascend; 0 for an id that
   * does not occur.
   */
  public Output segmentMax(Operand data, Operand segmentIds, Operand numSegments) {
    return op("SegmentMaxV2", data, segmentIds, numSegments);
  }

  /** The greatest elements of the rows of each of {@code numSegments} segments; ids ascend. */
  public Output segmentMax(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("SegmentMaxV2");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /**
   * The greatest elements of all slices with the same id, in any order; negative ids are left out.
   */
  public Output unsortedSegmentMax(Operand data, Operand segmentIds, Operand numSegments) {
    return op("UnsortedSegmentMax", data, segmentIds, numSegments);
  }

  /** The greatest elements of all slices with equal ids below {@code numSegments}, in any order. */
  public Output unsortedSegmentMax(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("UnsortedSegmentMax");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /**
   * The least elements of the rows of each segment; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentMin(Operand data, Operand segmentIds) {
    return op("SegmentMin", data, segmentIds);
  }

  /**
   * The least elements of the rows of each of so many segments; ids ascend; 0 for an id that does
   * not occur.
   */
  public Output segmentMin(Operand data, Operand segmentIds, Operand numSegments) {
    return op("SegmentMinV2", data, segmentIds, numSegments);
  }

  /** The least elements of the rows of each of {@code numSegments} segments; ids ascend. */
  public Output segmentMin(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("SegmentMinV2");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }

  /** The least elements of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentMin(Operand data, Operand segmentIds, Operand numSegments) {
    return op("UnsortedSegmentMin", data, segmentIds, numSegments);
  }

  /** The least elements of all slices with equal ids below {@code numSegments}, in any order. */
  public Output unsortedSegmentMin(Operand data, Operand segmentIds, int numSegments) {
    Call call = call("UnsortedSegmentMin");
    return call.output(data, segmentIds, call.scalar("num_segments", numSegments));
  }
}
