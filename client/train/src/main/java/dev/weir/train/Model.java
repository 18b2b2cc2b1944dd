package dev.weir.train;

import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.random.RandomOps.Seed;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.internal.Epochs;
import dev.weir.train.internal.ModelState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A graph under construction with its variables and what a training step updates besides them.
 *
 * {@snippet :
 * Model model = Model.create(new Graph());
 * Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 784));
 * Output logits = Sequential.of(Dense.of(128).relu(), Dense.of(10)).apply(model, x);
 * Output loss = Losses.sparseSoftmaxCrossEntropy(model.ops(), labels, logits);
 * Node step = Adam.of(1e-3f).minimize(model, loss);
 * try (Session session = Session.open(model.graph())) {
 *   session.runner().addTarget(model.initializer()).run();
 *   session.runner().feed(x, images).feed(labels, digits).addTarget(step).run();
 * }
 * }
 *
 * <p>Not thread-safe: a model is built by one thread.
 */
public final class Model {
  /** What all scopes of a model share. */
  private static final class Parts {
    final Graph graph;
    final long seed;
    final DeviceSetter devices;
    final DeviceSetter.Chooser chooser;
    final Epochs epochs;
    final Map<String, GraphVariable> trainable = new LinkedHashMap<>();
    final Map<String, GraphVariable> all = new LinkedHashMap<>();
    final List<Node> updates = new ArrayList<>();
    final List<Output> penalties = new ArrayList<>();
    final Map<String, VariableSlice> slices = new HashMap<>();
    final List<Set<Node>> recomputed = new ArrayList<>();
    long seeds;
    final Map<String, Output> isInitialized = new HashMap<>();
    @Nullable Output training;
    @Nullable GraphVariable globalStep;
    @Nullable ModelState state;

    Parts(Graph graph, long seed, DeviceSetter devices) {
      this.graph = graph;
      this.seed = seed;
      this.devices = devices;
      this.chooser = devices.chooser();
      this.epochs = new Epochs(graph, devices.isShared());
    }
  }

  private final Parts parts;
  private final Ops ops;
  private final DeviceSpec asked;
  private final Precision precision;
  private final Sharing.@Nullable Pass sharing;

  private Model(
      Parts parts, Ops ops, DeviceSpec asked, Precision precision, Sharing.@Nullable Pass sharing) {
    this.parts = parts;
    this.ops = ops;
    this.asked = asked;
    this.precision = precision;
    this.sharing = sharing;
  }

  /** An empty model in a graph; its random numbers are different in every session. */
  public static Model create(Graph graph) {
    return create(graph, 0);
  }

  /** An empty model in a graph; its random numbers follow from a seed, unless that is 0. */
  public static Model create(Graph graph, long seed) {
    return create(graph, seed, DeviceSetter.none());
  }

  /** An empty model whose variables and other nodes a device setter places. */
  public static Model create(Graph graph, long seed, DeviceSetter devices) {
    return bare(new Parts(graph, seed, devices));
  }

  private static Model bare(Parts parts) {
    Ops outermost = Ops.create(parts.graph).withDevice(parts.devices.rest().toString());
    return new Model(parts, outermost, DeviceSpec.ANY, Precision.asGiven(), null);
  }

  /** The graph it is in. */
  public Graph graph() {
    return parts.graph;
  }

  /** Builds nodes in the model's scope. */
  public Ops ops() {
    return ops;
  }

  /** Builds nodes outside of all scopes, on the device of what is no variable. */
  public Ops outermost() {
    return bare(parts).ops;
  }

  /** A view of this model that names what it builds {@code name/…}. */
  public Model in(String name) {
    return new Model(parts, ops.withSubScope(name), asked, precision, sharing);
  }

  /**
   * A view of this model that builds on a device. If that names a job, variables go there too, and
   * not where the device setter would place them.
   */
  public Model on(String device) {
    DeviceSpec now = DeviceSpec.parse(device).orElse(asked);
    return new Model(parts, ops.withDevice(device), now, precision, sharing);
  }

  /** A view of this model in which layers compute with a precision. */
  public Model with(Precision other) {
    return new Model(parts, ops, asked, other, sharing);
  }

  /** In which types layers keep variables and compute. */
  public Precision precision() {
    return precision;
  }

  /** A view of this model that shares variables with what was built through it before. */
  public Model sharing(Sharing variables) {
    return new Model(parts, ops, asked, precision, variables.start(parts.graph));
  }

  /** A variable that training changes. */
  public GraphVariable variable(String name, Operand initialValue) {
    return variable(name, initialValue.dtype(), initialValue.shape(), there -> initialValue);
  }

  /**
   * A variable that training changes.
   *
   * @param initialValue builds its initial value, only if it is a new one; it is given the model on
   *     the variable's device
   */
  public GraphVariable variable(
      String name, DType dtype, Shape shape, Function<Model, ? extends Operand> initialValue) {
    GraphVariable variable = state(name, dtype, shape, initialValue);
    parts.trainable.put(variable.name(), variable);
    return variable;
  }

  /** A variable that only its own updates change: a moving average, a slot of an optimizer. */
  public GraphVariable state(String name, Operand initialValue) {
    return state(name, initialValue.dtype(), initialValue.shape(), there -> initialValue);
  }

  /** A state variable whose initial value is built, on its device, only if it is new. */
  public GraphVariable state(
      String name, DType dtype, Shape shape, Function<Model, ? extends Operand> initialValue) {
    Supplier<GraphVariable> made =
        () -> {
          Model there = placed(name, dtype, shape);
          return there.made(name, initialValue.apply(there));
        };
    return sharing == null ? made.get() : sharing.variable(name, dtype, shape, made);
  }

  /** The model on the device that a new variable gets. */
  private Model placed(String name, DType dtype, Shape shape) {
    if (asked.job() != null) {
      return this;
    }
    String path = ops.scope().prefix() + name;
    return at(asked.orElse(parts.chooser.device(path, dtype, shape)));
  }

  private Model at(DeviceSpec device) {
    return new Model(parts, ops.withDevice(device.toString()), asked, precision, sharing);
  }

  private GraphVariable made(String name, Operand initialValue) {
    GraphVariable variable = parts.epochs.guarded(ops.withName(name).state.variable(initialValue));
    parts.all.put(variable.name(), variable);
    return variable;
  }

  /**
   * A variable that is kept for another, such as an average of it: shaped like it, on its device,
   * and part of a larger one if that is.
   */
  public GraphVariable companion(GraphVariable variable, String kind, Operand initialValue) {
    Model there = at(DeviceSpec.parse(variable.handle().node().device()));
    GraphVariable made = there.made(variable.name() + "/" + kind, initialValue);
    VariableSlice slice = parts.slices.get(variable.name());
    if (slice != null) {
      String whole = ops.scope().prefix() + slice.name() + "/" + kind;
      cut(made, new VariableSlice(whole, slice.part()));
    }
    return made;
  }

  /** Says that a variable is part of a larger one, which checkpoints have it as. */
  public void cut(GraphVariable variable, VariableSlice slice) {
    parts.slices.put(variable.name(), slice);
  }

  /** What a variable is part of; empty if it is whole. */
  public Optional<VariableSlice> slice(GraphVariable variable) {
    return Optional.ofNullable(parts.slices.get(variable.name()));
  }

  /** The variables that training changes, in the order in which they were made. */
  public List<GraphVariable> trainable() {
    return List.copyOf(parts.trainable.values());
  }

  /** All variables, in the order in which they were made. */
  public List<GraphVariable> variables() {
    return List.copyOf(parts.all.values());
  }

  /** Gives all variables there are now their initial values. */
  public Node initializer() {
    Node[] initializers = parts.all.values().stream().map(this::initialized).toArray(Node[]::new);
    return outermost().withControlDependencies(initializers).withName("init").control.noOp();
  }

  /** The initializer itself is not guarded: it is made before the variable is. */
  private Node initialized(GraphVariable variable) {
    return parts.epochs.isEmpty()
        ? variable.initializer()
        : variable.assign(variable.initializer().input(1));
  }

  /** The epochs that fence the changes of its variables, if several processes share them. */
  Epochs epochs() {
    return parts.epochs;
  }

  /** The nodes by which a training checks and initializes the variables there are now. */
  ModelState state() {
    ModelState built = parts.state;
    if (built == null || built.variables().size() != parts.all.size()) {
      Map<String, ModelState.Variable> variables = new LinkedHashMap<>();
      parts.all.forEach((name, variable) -> variables.put(name, state(name, variable)));
      Node all =
          parts.epochs.isEmpty()
              ? initializer()
              : parts.epochs.initializer(outermost(), variables());
      built = new ModelState(parts.epochs, all, variables);
      parts.state = built;
    }
    return built;
  }

  private ModelState.Variable state(String name, GraphVariable variable) {
    Output isInitialized =
        parts.isInitialized.computeIfAbsent(name, key -> variable.isInitialized());
    return new ModelState.Variable(isInitialized, variable.initializer());
  }

  /** Whether the model is being trained: false unless it is fed. */
  public Output training() {
    if (parts.training == null) {
      Ops outside = outermost();
      parts.training =
          outside
              .withName("training")
              .control
              .placeholderWithDefault(outside.constant(false), Shape.scalar());
    }
    return parts.training;
  }

  /** How many training steps have been made: an int64 scalar that optimizers count up. */
  public GraphVariable globalStep() {
    if (parts.globalStep == null) {
      parts.globalStep =
          bare(parts)
              .state("global_step", DType.INT64, Shape.scalar(), there -> there.ops().constant(0L));
    }
    return parts.globalStep;
  }

  /** Adds a node that every training step runs. */
  public void update(Node node) {
    parts.updates.add(node);
  }

  /** The nodes that every training step runs. */
  public List<Node> updates() {
    return List.copyOf(parts.updates);
  }

  /**
   * Builds something whose inner values are not kept for the gradients, but computed once more when
   * these are. Inside of another such part it is part of that.
   */
  public <R> R recomputed(Supplier<R> part) {
    int first = parts.graph.size();
    R result = part.get();
    List<Node> nodes = parts.graph.nodes();
    Set<Node> built = new LinkedHashSet<>(nodes.subList(first, nodes.size()));
    parts.recomputed.removeIf(built::containsAll);
    parts.recomputed.add(built);
    return result;
  }

  /** The parts whose inner values are computed once more for gradients. */
  public List<Set<Node>> recomputed() {
    return List.copyOf(parts.recomputed);
  }

  /** Adds a scalar to the loss, such as a penalty for large weights. */
  public void penalty(Operand scalar) {
    parts.penalties.add(scalar.asOutput());
  }

  /** A loss with all penalties added. */
  public Output withPenalties(Operand loss) {
    if (parts.penalties.isEmpty()) {
      return loss.asOutput();
    }
    List<Output> all = new ArrayList<>(parts.penalties);
    all.addFirst(loss.asOutput());
    return ops.math.addN(all);
  }

  /** A seed for the next random op: always another, but the same for the same model and seed. */
  public Seed seed() {
    return parts.seed == 0 ? Seed.NONE : new Seed(parts.seed, ++parts.seeds);
  }
}
