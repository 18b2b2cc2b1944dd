package dev.weir.simulation;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.control.ControlOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The graph of one client: something of everything that crosses between tasks. Values are vectors,
 * all of whose elements are equal, but for the client's {@link Ledger}.
 *
 * <pre>
 * chain   = (2x + 1) · 3, on three tasks
 * checked = 5f, or an error if f is not a number
 * choice  = 2x if pred, else x + 1: a conditional over four tasks, of which then is one branch
 * loop    = x + n, in n turns over two tasks
 * first   = 2x, second = first + z
 * extraI  = x + I, once the graph is extended so far
 * logI    = a variable; logI/add adds delta to it; logI/after is its value after that
 * </pre>
 */
final class ClientGraph {
  /** How many elements vectors have, and how many steps a client can take down in its ledger. */
  static final int SIZE = 64;

  static final int VARIABLES = 4;
  static final int EXTENSIONS = 3;

  private static final Map<String, ClientGraph> MADE = new HashMap<>();

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final String near;
  private final String far;
  private final String keeper;
  private final String other;
  private final int client;
  private final byte[] base;
  private final List<byte[]> extensions = new ArrayList<>();

  private ClientGraph(int client, int parameterServers, int workers) {
    this.client = client;
    this.near = "/job:worker/task:" + client % workers;
    this.far = "/job:worker/task:" + (client + 1) % workers;
    this.keeper = "/job:ps/task:" + client % parameterServers;
    this.other = "/job:ps/task:" + (client + 1) % parameterServers;
    Output x = vector("x", near);
    build(x);
    this.base = GraphDefs.toBinary(graph);
    for (int i = 0; i < EXTENSIONS; i++) {
      int sent = graph.size();
      ops.withDevice(i % 2 == 0 ? other : far).withName("extra" + i).math.add(x, constant(i));
      extensions.add(GraphDefs.toBinary(graph, sent, Set.of()));
    }
  }

  /** The graph of a client in a cluster of this size. */
  static ClientGraph of(int client, int parameterServers, int workers) {
    return MADE.computeIfAbsent(
        client + "/" + parameterServers + "/" + workers,
        key -> new ClientGraph(client, parameterServers, workers));
  }

  private Output vector(String name, String device) {
    return ops.withDevice(device).withName(name).placeholder(DType.FLOAT32, Shape.of(SIZE));
  }

  private Output constant(float value) {
    return ops.constant(Tensors.fill(DType.FLOAT32, Shape.of(SIZE), (double) value));
  }

  private void build(Output x) {
    Output doubled = ops.withDevice(near).math.mul(x, constant(2));
    Output more = ops.withDevice(other).math.add(doubled, constant(1));
    ops.withDevice(far).withName("chain").math.mul(more, constant(3));
    Output f = vector("f", near);
    Output check = ops.withDevice(other).withName("check").control.checkNumerics(f, "bad feed");
    ops.withDevice(far).withName("checked").math.mul(check, constant(5));
    conditional(x);
    loop(x);
    Output first = ops.withDevice(keeper).withName("first").math.mul(x, constant(2));
    ops.withDevice(far).withName("second").math.add(first, vector("z", near));
    Output delta = vector("delta", near);
    for (int i = 0; i < VARIABLES; i++) {
      log(i, delta);
    }
  }

  private void conditional(Output x) {
    Output pred = ops.withDevice(near).withName("pred").placeholder(DType.BOOL, Shape.scalar());
    ControlOps.Branches branches = ops.withDevice(near).control.switchOn(x, pred);
    Output then =
        ops.withDevice(keeper).withName("then").math.mul(branches.whenTrue(), constant(2));
    Output otherwise = ops.withDevice(far).math.add(branches.whenFalse(), constant(1));
    ops.withDevice(other).withName("choice").control.merge(List.of(otherwise, then));
  }

  private void loop(Output x) {
    Ops here = ops.withDevice(near);
    Output n = here.withName("n").placeholder(DType.FLOAT32, Shape.scalar());
    Output limit = here.control.enter(n, "turns", true);
    Output one = here.control.enter(ops.constant(1f), "turns", true);
    Output turn = here.control.enter(ops.constant(0f), "turns");
    Output value = here.control.enter(x, "turns");
    Output turnNow = here.control.merge(List.of(turn, turn)).output();
    Output valueNow = here.control.merge(List.of(value, value)).output();
    Output goesOn = here.control.loopCond(here.math.less(turnNow, limit));
    ControlOps.Branches turns = here.control.switchOn(turnNow, goesOn);
    ControlOps.Branches values = here.control.switchOn(valueNow, goesOn);
    back(turnNow, here.math.add(turns.whenTrue(), one));
    back(valueNow, ops.withDevice(keeper).math.add(values.whenTrue(), one));
    here.withName("loop").control.exit(values.whenFalse());
  }

  private void back(Output merge, Output next) {
    graph.connectBackEdge(merge.node(), 1, ops.withDevice(near).control.nextIteration(next));
  }

  private void log(int i, Output delta) {
    GraphVariable variable =
        ops.withDevice(keeper).withName(variable(i)).state.variable(constant(0));
    Output sent = ops.withDevice(far).control.identity(delta);
    Node add = variable.assignAdd(sent);
    graph.node("NoOp", variable(i) + "/add").controlInput(add).device(keeper).buildExact();
    ops.withDevice(near)
        .withName(variable(i) + "/after")
        .control
        .identity(variable.after(add).read());
  }

  /** The name of a variable, which no other client's has. */
  String variable(int i) {
    return "client" + client + "/log" + i;
  }

  /** Where the variables are. */
  String keeper() {
    return keeper;
  }

  /** Where a feed that is not a number is found out. */
  String checker() {
    return other;
  }

  ByteBuffer base() {
    return ByteBuffer.wrap(base);
  }

  ByteBuffer extension(int i) {
    return ByteBuffer.wrap(extensions.get(i));
  }
}
