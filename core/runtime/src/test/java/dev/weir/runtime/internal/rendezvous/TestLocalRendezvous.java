package dev.weir.runtime.internal.rendezvous;

final class TestLocalRendezvous extends RendezvousContract {
  @Override
  Rendezvous fresh() {
    return new LocalRendezvous();
  }
}
