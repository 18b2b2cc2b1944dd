package dev.weir.runtime.rendezvous;

final class TestLocalRendezvous extends RendezvousContract {
  @Override
  Rendezvous fresh() {
    return new LocalRendezvous();
  }
}
