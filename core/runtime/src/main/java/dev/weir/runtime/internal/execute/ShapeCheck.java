package dev.weir.runtime.internal.execute;

import dev.weir.graph.Attributes;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a node's shape function, applied to the values that have really arrived. They were
 * applied when the node was built, but to what was known then: a node all of whose inputs were
 * known well enough needs no second look, for what is known holds: {@link Border}.
 *
 * <p>Where the rules only looked at shapes, not at values, shapes that have passed once are not
 * checked again. Whether they look at values may depend on the shapes.
 */
final class ShapeCheck {
  private static final Set<NodeKind> CHECKED =
      EnumSet.of(NodeKind.ORDINARY, NodeKind.BLOCKING, NodeKind.SWITCH);

  private final Node node;
  private final boolean looksAtValues;
  private volatile Shape[] passed = {};

  private ShapeCheck(Node node, boolean looksAtValues) {
    this.node = node;
    this.looksAtValues = looksAtValues;
  }

  /** The check a node needs; null if none. */
  static @Nullable ShapeCheck of(Node node) {
    if (node.inputCount() == 0 || !CHECKED.contains(node.op().kind())) {
      return null;
    }
    BuildTime context = new BuildTime(node);
    try {
      node.op().inferShapes(context);
    } catch (RuntimeException e) {
      throw node.located(ShapeContext.refusal(e));
    }
    boolean shapesKnown = true;
    for (int i = 0; i < node.inputCount(); i++) {
      shapesKnown &= node.input(i).shape().isFullyKnown();
    }
    return shapesKnown && !context.missedValue ? null : new ShapeCheck(node, context.missedValue);
  }

  /** Fails if what has arrived breaks a rule. */
  void verify(@Nullable Tensor[] inputs, int base) {
    if (!looksAtValues && hasPassed(inputs, base)) {
      return;
    }
    RunTime context = new RunTime(node, inputs, base);
    try {
      node.op().inferShapes(context);
    } catch (RuntimeException e) {
      throw ShapeContext.refusal(e);
    }
    if (!context.sawValue) {
      Shape[] shapes = new Shape[node.inputCount()];
      for (int i = 0; i < shapes.length; i++) {
        shapes[i] = shapeOf(node, inputs[base + i], i);
      }
      passed = shapes;
    }
  }

  private boolean hasPassed(@Nullable Tensor[] inputs, int base) {
    Shape[] known = passed;
    if (known.length == 0) {
      return false;
    }
    for (int i = 0; i < known.length; i++) {
      if (!known[i].equals(shapeOf(node, inputs[base + i], i))) {
        return false;
      }
    }
    return true;
  }

  /** The shape of a value, or of what a reference refers to. */
  private static Shape shapeOf(Node node, @Nullable Tensor value, int i) {
    if (value == null) {
      return node.input(i).shape();
    }
    if (value.dtype() == DType.RESOURCE
        && value.elements() > 0
        && value.getObject(0) instanceof Variable variable) {
      return variable.currentShape();
    }
    return value.shape();
  }

  /** Shapes as they were inferred; notes whether a value that is not known was asked for. */
  private static final class BuildTime extends View {
    private boolean missedValue;

    BuildTime(Node node) {
      super(node);
    }

    @Override
    public Shape input(int i) {
      return node.input(i).shape();
    }

    @Override
    public @Nullable Tensor constant(int i) {
      Node producer = node.input(i).node();
      if (producer.op().kind() == NodeKind.CONSTANT) {
        return producer.attrs().tensor("value");
      }
      missedValue = true;
      return null;
    }

    @Override
    public @Nullable PartialValue partialValue(int i) {
      Tensor constant = constant(i);
      return constant == null ? null : PartialValue.of(constant);
    }
  }

  /** Shapes and values as they have arrived. */
  private static final class RunTime extends View {
    private final @Nullable Tensor[] inputs;
    private final int base;
    private boolean sawValue;

    RunTime(Node node, @Nullable Tensor[] inputs, int base) {
      super(node);
      this.inputs = inputs;
      this.base = base;
    }

    @Override
    public Shape input(int i) {
      return shapeOf(node, inputs[base + i], i);
    }

    @Override
    public @Nullable Tensor constant(int i) {
      sawValue |= node.input(i).node().op().kind() != NodeKind.CONSTANT;
      return inputs[base + i];
    }

    @Override
    public @Nullable PartialValue partialValue(int i) {
      Tensor value = constant(i);
      return value == null ? null : PartialValue.of(value);
    }
  }

  /** What both have in common: the node's attributes and names. */
  private abstract static class View implements ShapeContext {
    final Node node;

    View(Node node) {
      this.node = node;
    }

    @Override
    public int inputCount() {
      return node.inputCount();
    }

    @Override
    public DType inputDtype(int i) {
      return node.input(i).dtype();
    }

    @Override
    public Attributes attrs() {
      return node.attrs();
    }

    @Override
    public Node.@Nullable HandleData handle(int i) {
      return node.input(i).node().handle(node.input(i).index());
    }

    @Override
    public @Nullable GraphFunction function(String name) {
      return node.graph().findFunction(name);
    }

    @Override
    public Signature signature() {
      return node.op().signature();
    }
  }
}
