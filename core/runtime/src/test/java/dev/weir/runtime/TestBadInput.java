package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is wrong with what a session is given, it says once what, where and what to do, gives
 * back what it held, and goes on.
 */
final class TestBadInput {
  private static final int SIZE = 10_000;
  private static final long BUDGET = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What the names of threads of ops that block begin with. */
  private static final String BLOCKING = "weir-blocking-";

  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(PATIENCE);

  @TempDir Path folder;
  private int dumps;
  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);
  private final CountedDevices devices = new CountedDevices(2, BUDGET);
  private final Session session =
      Session.open(graph, devices.config().toBuilder().validate(true).build());
  private Output x;
  private Output doubled;

  @BeforeEach
  void build() {
    x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1));
    doubled = ops.withName("doubled").withDevice("/device:CPU:1").add(x, x);
    checkUsable();
  }

  @AfterEach
  void close() {
    checkUsable();
    await(() -> !runningThreads().contains(BLOCKING), "a thread is left");
    session.close();
  }

  private static void await(BooleanSupplier condition, String otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(otherwise).isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** A dump of all threads, virtual ones included. */
  private String runningThreads() {
    try {
      Path file = folder.resolve("threads-" + dumps++ + ".txt");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Memory is as it was, and a step over both devices runs. */
  private void checkUsable() {
    assertThat(devices.inUse()).as("bytes still in use").isZero();
    Output result = graph.has("result") ? graph.output("result") : result();
    Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(SIZE));
    try (Tensor sum = session.runner().feed(x, ones).options(BOUNDED).run(result)) {
      assertThat(sum.getFloat(SIZE - 1)).isEqualTo(-2f);
    }
    assertThat(devices.inUse()).as("bytes still in use").isZero();
  }

  private Output result() {
    return ops.withName("result").withDevice("/device:CPU:0").neg(doubled);
  }

  private static AbstractThrowableAssert<?, ?> expect(ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private Runner fed() {
    Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(SIZE));
    return session.runner().feed(x, ones).options(BOUNDED);
  }

  /** A file of two nodes, {@code bb = TestTanh(aa)} and {@code aa = TestTanh(in)}. */
  private static byte[] file() {
    Graph other = new Graph();
    FixtureGraph others = FixtureGraph.of(other);
    Output in = others.withName("in").placeholder(DType.FLOAT32);
    others.withName("bb").tanh(others.withName("aa").tanh(in));
    return GraphDefs.toBinary(other);
  }

  private static byte[] replaced(byte[] file, String text, String by) {
    String bytes = new String(file, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains(text);
    return bytes.replace(text, by).getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void truncatedGraph() {
    byte[] file = file();
    int before = graph.size();
    byte[] most = Arrays.copyOf(file, file.length - 1);
    expect(ErrorCode.DATA_LOSS, () -> session.extend(most))
        .hasMessageStartingWith("these " + most.length + " bytes are not a graph, or are damaged")
        .hasMessageContaining("write the file again");
    assertThat(graph.size()).isEqualTo(before);
  }

  @Test
  void graphCutAnywhereIsRefusedUnlessBetweenTwoNodes() {
    byte[] file = file();
    int refused = 0;
    for (int length = 1; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      Graph victim = new Graph();
      try {
        GraphDefs.importInto(victim, cut);
        assertThat(victim.size()).isBetween(1, 3);
      } catch (WeirException e) {
        refused++;
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.DATA_LOSS);
        assertThat(victim.size()).as("nodes after a refusal").isZero();
      }
    }
    assertThat(refused).as("of " + file.length).isGreaterThanOrEqualTo(file.length - 5);
  }

  @Test
  void hostileGraph() {
    byte[] file = file();
    Random random = new Random(17);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = file.clone();
      for (int j = random.nextInt(1, 4); j > 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Graph victim = new Graph();
      try (Session other = Session.open(victim, devices.config())) {
        other.extend(damaged);
      } catch (WeirException e) {
        assertThat(e.getMessage()).isNotBlank();
        assertThat(victim.size()).as("nodes after a refusal").isZero();
      }
    }
  }

  @Test
  void hugeConstantInASmallFile() {
    String text =
        "node { name: 'big' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } }"
            + " attr { key: 'value' value { tensor { dtype: DT_FLOAT float_val: 1"
            + " tensor_shape { dim { size: 1099511627776 } dim { size: 1099511627776 } } } } } }";
    expect(ErrorCode.INVALID_ARGUMENT, () -> GraphDefs.fromText(text))
        .hasMessageContaining("\"big\"");
  }

  @Test
  void cycleWithoutNextIteration() {
    byte[] cycle = replaced(file(), "\u001a\u0002in", "\u001a\u0002bb");
    int before = graph.size();
    expect(ErrorCode.INVALID_ARGUMENT, () -> session.extend(cycle))
        .hasMessageContaining("the graph has a cycle")
        .hasMessageContaining("make it a loop")
        .hasMessageContaining("TestTanh \"aa\"")
        .hasMessageContaining("TestTanh \"bb\"");
    assertThat(graph.size()).isEqualTo(before);
  }

  @Test
  void unknownOp() {
    session.extend(replaced(file(), "TestTanh", "TestTank"));
    expect(ErrorCode.NOT_FOUND, () -> session.runner().fetch("bb").run())
        .hasMessageStartingWith("[TestTank \"")
        .hasMessageContaining("Op type not registered 'TestTank'")
        .hasMessageContaining("`weir ops` lists the ops");
    expect(ErrorCode.NOT_FOUND, () -> graph.node("TestTank")).hasMessageContaining("\"TestTank\"");
  }

  @Test
  void nameClash() {
    session.extend(file());
    int before = graph.size();
    expect(ErrorCode.ALREADY_EXISTS, () -> session.extend(file()))
        .hasMessageStartingWith("[Placeholder \"in\"] the graph has a node \"in\" already")
        .hasMessageContaining("rename one of them, or import the second file under a prefix");
    assertThat(graph.size()).isEqualTo(before);
  }

  @Test
  void missingFeed() {
    expect(ErrorCode.INVALID_ARGUMENT, () -> session.runner().fetch(doubled).run())
        .hasMessageStartingWith("[Placeholder \"x\"] You must feed a value for placeholder")
        .hasMessageContaining("float32 and shape [?]")
        .hasMessageContaining("built at TestBadInput.java:");
  }

  @Test
  void wrongTypeOrShapeOfAFeed() {
    expect(
            ErrorCode.INVALID_ARGUMENT,
            () -> session.runner().feed(x, Tensors.vector(1, 2)).fetch(doubled).run())
        .hasMessageStartingWith(
            "[Placeholder \"x\"] cannot feed int32[2] to output 0, which is float32[?];"
                + " convert the value to float32");
    expect(
            ErrorCode.INVALID_ARGUMENT,
            () -> session.runner().feed(x, Tensors.scalar(1f)).fetch(doubled).run())
        .hasMessageStartingWith(
            "[Placeholder \"x\"] cannot feed float32[] to output 0, which is float32[?];"
                + " reshape the value");
  }

  @Test
  void wrongTypeOrShapeThatOnlyTheStepCanSee() {
    Output y = ops.withName("y").placeholder(DType.FLOAT32, Shape.of(-1));
    Output sum = ops.withName("sum").add(doubled, y);
    expect(
            ErrorCode.INVALID_ARGUMENT,
            () -> fed().feed(y, Tensors.vector(1f, 2f, 3f)).fetch(sum).run())
        .hasMessageStartingWith(
            "[TestAdd \"sum\"] Incompatible shapes: x is float32[10000], y is float32[3]")
        .hasMessageContaining("built at TestBadInput.java:");
  }

  @Test
  void closedFeed() {
    Tensor closed = Tensors.ones(DType.FLOAT32, Shape.of(SIZE));
    Tensor open = Tensors.ones(DType.FLOAT32, Shape.of(SIZE));
    Output y = ops.withName("y").placeholder(DType.FLOAT32, Shape.of(-1));
    Output sum = ops.add(x, y);
    closed.close();
    expect(
            ErrorCode.FAILED_PRECONDITION,
            () -> session.runner().feed(x, open).feed(y, closed).fetch(sum).run())
        .hasMessageContaining("closed");
    assertThat(open.getFloat(0)).isEqualTo(1f);
  }

  @Test
  void unknownNames() {
    expect(ErrorCode.NOT_FOUND, () -> session.runner().fetch("Doubled"))
        .hasMessage("the graph has no node \"Doubled\"; did you mean \"doubled\"?");
    expect(ErrorCode.INVALID_ARGUMENT, () -> session.runner().fetch("doubled:1"))
        .hasMessageContaining("[TestAdd \"doubled\"] it has 1 outputs, output 1 was asked for");
    expect(ErrorCode.NOT_FOUND, () -> session.run("nothing"))
        .hasMessageContaining("the graph has no node \"nothing\"");
  }

  @Test
  void deadFetch() {
    Output never = ops.constant(false);
    Output dead = ops.withName("dead").tanh(ops.switchOn(doubled, never).whenTrue());
    Runner runner = fed().fetch(doubled).fetch(dead);
    expect(ErrorCode.INVALID_ARGUMENT, runner::run)
        .hasMessageStartingWith(
            "[TestTanh \"dead\"] output 0 is dead: it is on a branch that was not taken")
        .hasMessageContaining("built at TestBadInput.java:")
        .hasMessageContaining("fetch the Merge after it instead");
  }

  @Test
  void allocationOverBudget() {
    Node big = graph.node("TestRepeat", "big").input(doubled).attr("times", 100).build();
    Output small = ops.tanh(doubled);
    expect(ErrorCode.RESOURCE_EXHAUSTED, () -> fed().fetch(small).fetch(big).run())
        .hasMessageStartingWith("[TestRepeat \"big\"]")
        .hasMessageContaining("needs 3.8 MiB")
        .hasMessageContaining("of the budget of 1.0 MiB is in use")
        .hasMessageContaining("use smaller batches");
  }

  @Test
  void cancelledStep() throws Exception {
    Node wait = graph.node("TestWait", "wait").input(ops.tanh(doubled)).build();
    Cancellation cancellation = new Cancellation();
    Runner runner = fed().fetch(wait).options(BOUNDED.withCancellation(cancellation));
    CompletableFuture<Void> running = CompletableFuture.runAsync(runner::run);
    await(() -> runningThreads().contains(BLOCKING + "wait"), "the step does not get there");
    cancellation.cancel();
    assertThatThrownBy(() -> running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
        .hasMessageContaining("cancelled by the program: it waited for TestWait \"wait\"")
        .hasMessageContaining("use a new one for the next step");
  }

  @Test
  void timedOutStep() {
    Output before = ops.tanh(doubled);
    Node wait = graph.node("TestWait", "wait").input(before).build();
    fed().run(before).close(); // what it waits for must not be a class to be loaded
    RunOptions brief = RunOptions.DEFAULT.withDeadline(Duration.ofMillis(500));
    expect(ErrorCode.DEADLINE_EXCEEDED, () -> fed().fetch(wait).options(brief).run())
        .hasMessageContaining("longer than its deadline of 500 ms: it waited for TestWait \"wait\"")
        .hasMessageContaining("give it more time");
  }
}
