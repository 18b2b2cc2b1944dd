package dev.weir.runtime.internal.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.text.GraphText;
import java.util.Set;

/** {@code assertThat(pass).on(graph).produces(graph)}, both in the text form of graphs. */
final class PassAssert {
  private final GraphPass pass;
  private final Set<String> kept;

  private PassAssert(GraphPass pass, Set<String> kept) {
    this.pass = pass;
    this.kept = kept;
  }

  static PassAssert assertThatPass(GraphPass pass, String... kept) {
    return new PassAssert(pass, Set.of(kept));
  }

  Result on(String text) {
    Graph before = GraphText.parse(text);
    Graph after = pass.apply(before, kept);
    GraphValidator.check(after);
    return new Result(before, after);
  }

  record Result(Graph before, Graph after) {
    void produces(String text) {
      assertThat(GraphText.print(after)).isEqualTo(GraphText.print(GraphText.parse(text)));
    }

    void doesNotFire() {
      assertThat(after).isSameAs(before);
    }
  }
}
