package dev.weir.train;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a training that a test starts. */
public final class TrainingSetup {
  private final Model model;
  private final List<TrainingListener> listeners = new ArrayList<>();
  private TrainingTarget target;
  private @Nullable ModelSaver saver;

  public TrainingSetup(Model model, TrainingTarget target) {
    this.model = model;
    this.target = target;
  }

  public TrainingSetup checkpoints(ModelSaver checkpoints) {
    saver = checkpoints;
    return this;
  }

  public TrainingSetup listeners(TrainingListener... others) {
    listeners.addAll(List.of(others));
    return this;
  }

  public TrainingSetup named(String name) {
    target = target.named(name);
    return this;
  }

  public TrainingSetup retrying(RetryPolicy policy) {
    target = target.retrying(policy);
    return this;
  }

  public TrainingSetup clock(TrainingClock clock) {
    target = target.withClock(clock);
    return this;
  }

  public TrainingSession start() {
    TrainingSession.Builder builder = TrainingSession.of(model, target);
    if (saver != null) {
      builder.checkpoints(saver);
    }
    return builder.listeners(listeners.toArray(TrainingListener[]::new)).start();
  }
}
