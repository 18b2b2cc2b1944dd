package dev.weir.ops.lookup;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Resources;
import dev.weir.ops.support.HandleOp;
import dev.weir.ops.support.Handles;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The name of a table, which is made when this first runs. Without a shared name it belongs to the
 * session alone, unless {@code use_node_name_sharing} gives it the name of the node.
 */
abstract class TableHandle extends HandleOp {
  private static final AtomicLong NEXT = new AtomicLong();

  TableHandle(String signature) {
    super(signature, LookupTable.KIND);
  }

  /** What the table holds, by the node's attributes. */
  abstract LookupTable.Spec spec(Attributes attrs);

  @Override
  public final Kernel kernel(KernelSpec node) {
    Attributes attrs = node.attrs();
    String shared = attrs.string("shared_name");
    boolean isPrivate = shared.isEmpty() && !attrs.bool("use_node_name_sharing");
    String given = shared.isEmpty() ? node.node() : shared;
    String container = attrs.string("container");
    LookupTable.Spec spec = spec(attrs);
    return context -> {
      String name = isPrivate ? privateName(context, container, given) : given;
      LookupTable table =
          context
              .resources()
              .getOrCreate(container, name, LookupTable.class, () -> new LookupTable(name, spec));
      if (!table.spec().equals(spec)) {
        throw WeirException.invalidArgument(
            "Shared table '%s' is another: it is %s, this node says %s", name, table.spec(), spec);
      }
      Handles.give(context, LookupTable.KIND, container, name, List.of());
    };
  }

  private static String privateName(KernelContext context, String container, String node) {
    Resources resources = context.resources();
    return context
        .sessionState(
            PrivateName.class,
            () -> new PrivateName(resources, container, "_" + NEXT.getAndIncrement() + "_" + node))
        .name();
  }

  /** The name of a table of one session, which goes with it. */
  private record PrivateName(Resources resources, String container, String name)
      implements AutoCloseable {
    @Override
    public void close() {
      resources.remove(container, name, LookupTable.class);
    }
  }
}
