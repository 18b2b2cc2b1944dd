package dev.weir.conformance.peer;

/** A program that starts a TensorFlow server and dies without a word to it. */
final class AbandoningParent {
  private AbandoningParent() {}

  /** Says the number of the server's process as its last word. */
  public static void main(String[] arguments) {
    String cluster = ClusterAddresses.find(1, 0).text().split(";", -1)[0];
    TensorFlowServer server = TensorFlowServer.start("ps", 0, cluster).awaitReady();
    System.out.println("ABANDONED " + server.process().pid());
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
