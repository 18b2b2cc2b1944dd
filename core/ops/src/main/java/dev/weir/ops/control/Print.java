package dev.weir.ops.control;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import java.util.concurrent.atomic.AtomicLong;

/** Its first input; the others are printed, the first {@code first_n} times it runs. */
final class Print extends Passing {
  Print() {
    super(
        "Print(input: T, data: U...) -> (output: T) T:type; U:list(type) >=0;"
            + " message:string=\"\"; first_n:int=-1; summarize:int=3; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String message = spec.attrs().string("message");
    long limit = spec.attrs().integer("first_n");
    long shown = spec.attrs().integer("summarize");
    return context -> {
      AtomicLong printed = context.sessionState(AtomicLong.class, AtomicLong::new);
      if (limit < 0 || printed.getAndIncrement() < limit) {
        print(context, message, shown);
      }
      context.set(0, context.input(0).retained());
    };
  }

  private static void print(KernelContext context, String message, long shown) {
    StringBuilder line = new StringBuilder(message);
    for (int i = 1; i < context.inputCount(); i++) {
      line.append(Summary.of(context.input(i), shown));
    }
    context.log(line.toString());
  }
}
