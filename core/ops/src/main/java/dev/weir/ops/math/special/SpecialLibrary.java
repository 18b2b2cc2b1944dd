package dev.weir.ops.math.special;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Special functions. */
public final class SpecialLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new BesselI0(),
        new BesselI0e(),
        new BesselI1(),
        new BesselI1e(),
        new BesselJ0(),
        new BesselJ1(),
        new BesselK0(),
        new BesselK0e(),
        new BesselK1(),
        new BesselK1e(),
        new BesselY0(),
        new BesselY1(),
        new Betainc(),
        new Dawsn(),
        new Digamma(),
        new Erf(),
        new Erfc(),
        new Erfinv(),
        new Expint(),
        new FresnelCos(),
        new FresnelSin(),
        new Igamma(),
        new Igammac(),
        new Lgamma(),
        new Ndtri(),
        new Polygamma(),
        new Spence(),
        new Zeta());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(new IgammaGradA(), new RandomGammaGrad());
  }
}
