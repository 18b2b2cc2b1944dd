package dev.weir.fuzz.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Poison;
import dev.weir.testkit.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs hostile graphs by their numbers: one number, one case. A case must end with values or with a
 * {@link WeirException} that is no disguise of another exception. Cases of one group share a graph
 * where it could be built and differ in what is fed. Not thread-safe.
 */
public final class GraphFuzzer implements AutoCloseable {
  /** How many cases share a graph. */
  static final int GROUP = 8;

  /** How many of all graphs run on a cluster, and how many of all touch files there. */
  private static final double CLUSTER = percent("weir.fuzz.cluster", 1.5);

  private static final double FILES = percent("weir.fuzz.files", 0.5);

  private static final Set<ErrorCode> LOST =
      Set.of(ErrorCode.UNAVAILABLE, ErrorCode.ABORTED, ErrorCode.UNKNOWN);

  /**
   * How samplers refuse bounds that no draw falls between; TensorFlow's code for it is INTERNAL.
   */
  private static final String NOTHING_DRAWN = "no number within the bounds";

  /** Ops that break promises because the graph has them do so. */
  private static final Set<String> LIARS =
      Set.of("_Recv", "_Arg", "ReadVariableOp", "VariableV2", "Assign");

  /**
   * Of a fed value of another type than the edge, which masters call internal as TensorFlow's do.
   */
  private static final String WRONG_FEED = "convert the value to ";

  /** What a case must not do. */
  public static final class Finding extends RuntimeException {
    private static final long serialVersionUID = 1;

    Finding(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  private static final List<String> SECOND_DEVICE = List.of("/device:CPU:1");

  private final BaseGraph.Catalog catalog = new BaseGraph.Catalog();
  private final List<KernelSelector> selectors = new ArrayList<>();
  private final List<Device> devices =
      List.of(Device.cpu(DeviceSpec.ANY, 0, 1), Device.cpu(DeviceSpec.ANY, 1, 1));
  private final Path files;
  private @Nullable FuzzCluster cluster;
  private long group = -1;
  private @Nullable HostileGraph graph;
  private @Nullable BaseGraph base;
  private @Nullable Route route;

  /** Whether failures come from another task: as a code and a text, without their cause. */
  private boolean isRemote;

  private String about = "";
  private long values;
  private final Map<ErrorCode, Integer> refusals = new EnumMap<>(ErrorCode.class);

  /**
   * A fuzzer over all ops and all providers there are.
   *
   * @param files the only folder in which graphs may touch files; those in its folders are deleted
   */
  public GraphFuzzer(Path files) {
    this.files = files;
    selectors.add(KernelSelector.standard());
    selectors.add(KernelSelector.reference());
    for (KernelProvider provider : KernelSelector.standard().providers()) {
      selectors.add(new KernelSelector(List.of(provider)));
    }
  }

  private static double percent(String property, double usual) {
    String given = System.getProperty(property);
    return (given == null ? usual : Double.parseDouble(given)) / 100;
  }

  /** How many cases ended with values. */
  public long values() {
    return values;
  }

  /** How many cases ended with a refusal, by its code. */
  public Map<ErrorCode, Integer> refusals() {
    return Collections.unmodifiableMap(refusals);
  }

  /** The graph of the last case and how it was spoiled, for people. */
  public String about() {
    HostileGraph last = graph;
    return last == null ? about : about + ": " + last.story();
  }

  /** Runs a case. Fails with a {@link Finding} if it does what it must not. */
  public void run(long number) {
    SplittableRandom random = new SplittableRandom(number * 0x9E3779B97F4A7C15L + 1);
    try {
      HostileGraph built = graph;
      boolean isNew = number / GROUP != group || route == null;
      HostileValues choices = new HostileValues(random);
      if (isNew || built == null || built.isHuge() || random.nextInt(GROUP) == 0) {
        build(number, random);
      } else {
        built.changeFeeds(choices);
      }
      runSteps(choices);
      values++;
    } catch (Finding e) {
      throw e;
    } catch (WeirException e) {
      refusals.merge(e.code(), 1, Integer::sum);
      refuseDisguises(e);
    } catch (RuntimeException | Error e) {
      throw new Finding(signature(e), e);
    }
    String damage = Poison.damage();
    if (damage != null) {
      throw new Finding("wrote outside of a tensor: " + damage, null);
    }
  }

  private void build(long number, SplittableRandom random) {
    close(route);
    group = number / GROUP;
    HostileValues choices = new HostileValues(random);
    boolean touchesFiles = choices.chance(FILES);
    BaseGraph start = null;
    while (start == null) {
      start = touchesFiles ? catalog.withFiles(random) : catalog.any(random);
    }
    about = start.name();
    base = start;
    isRemote = touchesFiles || choices.chance(CLUSTER);
    if (isRemote) {
      buildOnCluster(start, choices);
      return;
    }
    KernelSelector kernels = selectors.get(random.nextInt(selectors.size()));
    about += kernels.providers().stream().map(KernelProvider::name).toList();
    HostileGraph hostile =
        HostileGraph.of(start, choices, choices.chance(0.15) ? SECOND_DEVICE : List.of());
    graph = hostile;
    LocalOptions config =
        LocalOptions.builder()
            .devices(devices.stream().map(Device::withFreshState).toList())
            .kernels(kernels)
            .softPlacement(true)
            .build();
    route = new LocalRoute(Session.open(hostile.graph(), config), hostile.blocks());
  }

  private void buildOnCluster(BaseGraph start, HostileValues choices) {
    about += "[on a cluster]";
    HostileGraph hostile = HostileGraph.of(start, choices, FuzzCluster.DEVICES);
    graph = hostile;
    FuzzCluster tasks = cluster;
    if (tasks == null) {
      tasks = new FuzzCluster(files);
      cluster = tasks;
    }
    tasks.deleteFiles();
    route = ClusterRoute.open(tasks, hostile.graph(), choices);
  }

  private void runSteps(HostileValues choices) {
    Route open = route;
    HostileGraph hostile = graph;
    BaseGraph start = base;
    if (open == null || hostile == null || start == null) {
      return;
    }
    WeirException refusal = null;
    for (Scenario.Step step : start.steps()) {
      Map<String, Tensor> feeds = new LinkedHashMap<>(hostile.feeds());
      step.feeds().forEach(feeds::putIfAbsent);
      List<String> fetches = new ArrayList<>(step.fetches());
      fetches.addAll(tails(hostile.graph(), step.fetches()));
      try {
        List<Tensor> fetched = open.run(feeds, fetches, step.targets(), choices);
        for (Tensor value : fetched) {
          refusePoison(value);
        }
        fetched.forEach(GraphFuzzer::give);
      } catch (WeirException e) {
        refuseDisguises(e);
        refusal = e;
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Gives memory back, which is when writes outside of it are seen. */
  private static void give(Tensor value) {
    if (value.dtype().byteSize() > 0) {
      value.close();
    }
  }

  /** What was added behind the fetches. */
  private static List<String> tails(Graph graph, List<String> fetches) {
    List<String> tails = new ArrayList<>();
    for (String fetch : fetches) {
      String tail = HostileGraph.tailOf(fetch);
      if (graph.has(tail)) {
        tails.add(tail);
      }
    }
    return tails;
  }

  /** Values that nothing computed: memory that was never written, or belongs to something else. */
  private static void refusePoison(Tensor value) {
    DType dtype = value.dtype();
    if (dtype.byteSize() > 0 && Poison.isIn(value.buffer(), value.byteSize())) {
      throw new Finding("foreign memory in a value " + dtype + value.shape(), null);
    }
  }

  /**
   * An exception that is no WeirException is a mistake, whatever the executor makes of it, and so
   * is an internal error. Only overflows may be left to it.
   */
  private void refuseDisguises(WeirException refusal) {
    boolean isSuspicious =
        refusal.code() == ErrorCode.INTERNAL || refusal.code() == ErrorCode.RESOURCE_EXHAUSTED;
    String message = refusal.getMessage();
    boolean isLie =
        (refusal.op() != null && LIARS.contains(refusal.op()))
            || (isRemote && refusal.rule().contains(WRONG_FEED))
            || refusal.rule().startsWith(NOTHING_DRAWN);
    if (isRemote && (message.contains("OutOfMemoryError") || message.contains("/ by zero"))) {
      throw new Finding("disguised as " + refusal.code() + ": " + message, refusal);
    }
    FuzzCluster tasks = cluster;
    if (tasks != null && isRemote && LOST.contains(refusal.code())) {
      tasks.check();
    }
    if (refusal.code() == ErrorCode.INTERNAL && refusal.getCause() == null && !isLie) {
      String rule = refusal.rule().replaceAll("\\[[^\\]]*\\]|\\d+|\\n.*", "");
      throw new Finding("INTERNAL " + rule + " in " + refusal.op(), refusal);
    }
    for (Throwable cause = refusal.getCause(); cause != null; cause = cause.getCause()) {
      boolean isDivision = "/ by zero".equals(cause.getMessage());
      if (!(cause instanceof WeirException) && (isSuspicious || isDivision)) {
        throw new Finding(signature(cause), refusal);
      }
    }
  }

  private static String signature(Throwable cause) {
    StringBuilder text = new StringBuilder(cause.getClass().getSimpleName());
    int frames = 0;
    for (StackTraceElement frame : cause.getStackTrace()) {
      if (frame.getClassName().startsWith("dev.weir") && frames++ < 2) {
        text.append(" at ").append(frame.getClassName().replaceAll(".*\\.", ""));
        text.append('.').append(frame.getMethodName()).append(':').append(frame.getLineNumber());
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    close(route);
    FuzzCluster tasks = cluster;
    cluster = null;
    if (tasks != null) {
      tasks.close();
    }
  }

  private void close(@Nullable Route open) {
    route = null;
    graph = null;
    if (open != null) {
      open.close();
    }
  }
}
