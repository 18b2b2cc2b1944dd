package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.examples.models.Word2Vec.Vocabulary;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.EpochReport;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TestWord2Vec {
  private final List<List<String>> corpus = Word2Vec.corpus(600, 3);
  private final Vocabulary vocabulary = Vocabulary.of(corpus);
  private final Word2Vec model = new Word2Vec(vocabulary, 3);

  @Test
  void neighborsShareTheirClass() {
    try (Session session = Session.open(model.graph())) {
      List<EpochReport> epochs = model.train(session, corpus, 3);
      assertThat(loss(epochs.getLast())).isLessThan(0.85 * loss(epochs.getFirst()));
      int same = 0;
      int all = 0;
      for (List<String> ours : Word2Vec.CLASSES.values()) {
        for (String word : ours) {
          List<String> neighbors = model.neighbors(session, word);
          assertThat(neighbors).hasSize(4).doesNotContain(word);
          same += (int) neighbors.stream().filter(ours::contains).count();
          all += neighbors.size();
        }
      }
      // By chance it would be about one in ten.
      assertThat(same).as("of %d", all).isGreaterThan(all * 95 / 100);
    }
  }

  private static double loss(EpochReport epoch) {
    return epoch.training().get("loss");
  }

  @Test
  void aStepChangesOnlyTheVectorsOfItsWords() {
    List<List<String>> sentence = List.of(List.of("the", "fox", "is", "red"));
    try (Session session = Session.open(model.graph())) {
      model.train(session, corpus.subList(0, 1), 1);
      Tensor before = session.run(model.vectors());
      model.train(session, sentence, 1);
      Tensor after = session.run(model.vectors());
      assertThat(changed(before, after)).containsExactlyInAnyOrder("the", "fox", "is", "red");
    }
  }

  private Set<String> changed(Tensor before, Tensor after) {
    long width = before.shape().size(1);
    Set<String> changed = new HashSet<>();
    for (long i = 0; i < before.elements(); i++) {
      if (before.getFloat(i) != after.getFloat(i)) {
        changed.add(vocabulary.words().get((int) (i / width)));
      }
    }
    return changed;
  }

  @Test
  void wordsAreCounted() {
    List<String> all = corpus.stream().flatMap(List::stream).toList();
    assertThat(vocabulary.words()).doesNotHaveDuplicates().hasSameElementsAs(Set.copyOf(all));
    int the = vocabulary.words().indexOf("the");
    assertThat(vocabulary.counts().get(the)).isEqualTo(Collections.frequency(all, "the"));
  }
}
