package dev.weir.conformance.interop.programs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All programs. */
final class Programs {
  private Programs() {}

  /** One in three, and all of those that are like no other. */
  static List<Program> some() {
    List<Program> some = new ArrayList<>(GraphPrograms.all());
    List<Program> rest = alike();
    for (int i = 0; i < rest.size(); i += 3) {
      some.add(rest.get(i));
    }
    return some;
  }

  /** Programs that differ in the class of the framework that they try. */
  private static List<Program> alike() {
    List<Program> all = new ArrayList<>();
    all.addAll(ActivationPrograms.all());
    all.addAll(InitializerPrograms.all());
    all.addAll(LossPrograms.all());
    all.addAll(MetricPrograms.all());
    all.addAll(OptimizerPrograms.all());
    return all;
  }

  static List<Program> all() {
    List<Program> all = alike();
    all.addAll(GraphPrograms.all());
    Set<String> names = new HashSet<>();
    for (Program program : all) {
      if (!names.add(program.name())) {
        throw new IllegalStateException("two programs are called " + program.name());
      }
    }
    return all;
  }
}
