package dev.weir.testkit;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inputs and attributes to try an op with, in every element type it has, and how well the results
 * must agree; or inputs it must refuse.
 *
 * {@snippet :
 * OpSample.of("MatMul").input(Values.range(2, 3)).input(Values.range(3, 4));
 * OpSample.of("MatMul").input(Values.range(2, 3)).input(Values.range(4, 4)).refused("inner");
 * }
 *
 * <p>A type attribute runs through all types the signature allows, one attribute at a time, the
 * others staying at their default (or float32, or int32); {@link #types} limits that. Samples are
 * mutable while they are being written and not afterward.
 */
public final class OpSample {
  private final String op;
  private final List<List<Values>> inputs = new ArrayList<>();
  private final Map<String, AttrValue> attrs = new LinkedHashMap<>();
  private final Map<String, Set<DType>> types = new HashMap<>();
  private String title = "";
  private Tolerance tolerance = Tolerance.ofUlps(2);
  private @Nullable String refusal;
  private int runs = 1;
  private boolean constantsOnly;
  private boolean comparesValues = true;
  private boolean comparesGradient = true;
  private Set<Integer> undefined = Set.of();
  private boolean isAsked = true;
  private @Nullable String deviation;
  private @Nullable Values instead;

  private OpSample(String op) {
    this.op = op;
  }

  /** A sample of an op, by its name in graphs. */
  public static OpSample of(String op) {
    return new OpSample(op);
  }

  /** What is special about it. */
  public OpSample named(String text) {
    title = text;
    return this;
  }

  /** The next input, a single tensor. */
  public OpSample input(Values values) {
    inputs.add(List.of(values));
    return this;
  }

  /** The next input, an int32 vector: a shape, axes, sizes. */
  public OpSample ints(int... numbers) {
    return input(Values.tensor(dev.weir.tensor.Tensors.vector(numbers)));
  }

  /** The next input, an int32 scalar: an axis, a size. */
  public OpSample integer(int number) {
    return input(Values.tensor(dev.weir.tensor.Tensors.scalar(number)));
  }

  /** The next input, one that is a list of tensors. */
  public OpSample list(Values... values) {
    inputs.add(List.of(values));
    return this;
  }

  public OpSample attr(String name, AttrValue value) {
    attrs.put(name, value);
    return this;
  }

  public OpSample attr(String name, boolean value) {
    return attr(name, AttrValue.of(value));
  }

  public OpSample attr(String name, long value) {
    return attr(name, AttrValue.of(value));
  }

  public OpSample attr(String name, float value) {
    return attr(name, AttrValue.of(value));
  }

  public OpSample attr(String name, String value) {
    return attr(name, AttrValue.of(value));
  }

  public OpSample attr(String name, DType value) {
    return attr(name, AttrValue.of(value));
  }

  /** Only these types for a type attribute, of those the op has. */
  public OpSample types(String attr, DType... only) {
    types.put(attr, EnumSet.copyOf(Arrays.asList(only)));
    return this;
  }

  /** All types the op has for a type attribute, but not these. */
  public OpSample notTypes(String attr, DType... except) {
    Set<DType> rest = EnumSet.allOf(DType.class);
    rest.removeAll(Arrays.asList(except));
    types.put(attr, rest);
    return this;
  }

  /** How many units in the last place results may differ by; 2 unless said otherwise. */
  public OpSample ulps(int count) {
    tolerance = Tolerance.ofUlps(count);
    return this;
  }

  /** How much results may differ, where a bound in ulps makes no sense (cancellation). */
  public OpSample within(Tolerance bound) {
    tolerance = bound;
    return this;
  }

  /** Bit for bit, also for floating-point numbers. */
  public OpSample exact() {
    tolerance = Tolerance.ofUlps(0);
    return this;
  }

  /** Both systems must refuse it; our message must contain {@code fragment}. */
  public OpSample refused(String fragment) {
    refusal = fragment;
    return this;
  }

  /**
   * TensorFlow is not asked in these types, but in others: what it does in these depends on the
   * processor, or ends its process. The reason belongs in a comment.
   */
  public OpSample unasked() {
    isAsked = false;
    return this;
  }

  /**
   * TensorFlow does not refuse what {@link #refused Weir refuses}, with constants or fed.
   *
   * @param theirs what it does, as written in docs/compatibility.md
   */
  public OpSample deviates(String theirs) {
    deviation = theirs;
    return this;
  }

  /**
   * TensorFlow gives another value.
   *
   * @param theirs what it gives, as written in docs/compatibility.md
   * @param ours what Weir gives
   */
  public OpSample deviates(String theirs, Values ours) {
    deviation = theirs;
    instead = ours;
    return this;
  }

  /** Runs the node several times in one session, comparing each: for ops with state. */
  public OpSample runs(int times) {
    runs = times;
    return this;
  }

  /** Only with inputs known when the graph is built, not fed. */
  public OpSample constantsOnly() {
    constantsOnly = true;
    return this;
  }

  /** Only types and shapes are compared: for values that are random by nature. */
  public OpSample shapesOnly() {
    comparesValues = false;
    return this;
  }

  /** Of these outputs only types and shapes are compared: TensorFlow leaves them as they are. */
  public OpSample undefined(Integer... outputs) {
    undefined = Set.of(outputs);
    return this;
  }

  /**
   * Its gradient is not compared: at these values TensorFlow's is not the derivative. The reason
   * belongs in a comment.
   */
  public OpSample withoutGradient() {
    comparesGradient = false;
    return this;
  }

  public String op() {
    return op;
  }

  public String title() {
    return title;
  }

  public List<List<Values>> inputs() {
    return List.copyOf(inputs);
  }

  public Map<String, AttrValue> attrs() {
    return Map.copyOf(attrs);
  }

  /** The types a type attribute is limited to; null if it is not. */
  public @Nullable Set<DType> typesOf(String attr) {
    return types.get(attr);
  }

  public Tolerance tolerance() {
    return tolerance;
  }

  /** What our refusal must say; null if it must not be refused. */
  public @Nullable String refusal() {
    return refusal;
  }

  /** Whether TensorFlow is asked in the very types of a case. */
  public boolean isAsked() {
    return isAsked;
  }

  /** What TensorFlow does differently; null if nothing. */
  public @Nullable String deviation() {
    return deviation;
  }

  /** What Weir gives where TensorFlow gives another value; null if it gives the same. */
  public @Nullable Values instead() {
    return instead;
  }

  public int runs() {
    return runs;
  }

  public boolean isConstantsOnly() {
    return constantsOnly;
  }

  /** Whether the values of an output are compared. */
  public boolean comparesValues(int output) {
    return comparesValues && !undefined.contains(output);
  }

  public boolean comparesGradient() {
    return comparesGradient;
  }

  @Override
  public String toString() {
    return title.isEmpty() ? op : op + " (" + title + ")";
  }
}
