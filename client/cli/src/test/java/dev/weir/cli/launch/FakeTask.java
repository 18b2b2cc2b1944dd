package dev.weir.cli.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stands for a server: says that it is there, and stays until it is stopped. */
final class FakeTask {
  private FakeTask() {}

  public static void main(String[] arguments) throws InterruptedException {
    ParentWatch.startIfAsked();
    System.out.println("serving " + String.join(" ", arguments));
    new CountDownLatch(1).await(2, TimeUnit.MINUTES);
  }
}
