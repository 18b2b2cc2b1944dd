package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import dev.weir.graph.DeviceSpec;
import dev.weir.graph.GraphPass;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import org.junit.jupiter.api.Test;

final class TestFoldConstants {
  private final GraphPass pass =
      new FoldConstants(Device.cpu(DeviceSpec.ANY, 0, 1), KernelSelector.reference());

  @Test
  void computesWhatDependsOnConstants() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: []}
            %a = Const() {dtype: float32, value: float32[](2.0)}
            %b = Const() {dtype: float32, value: float32[](3.0)}
            %c = TestAdd(%a, %b)
            %d = TestAdd(%c, %c)
            %e = TestAdd(%x, %d)
            %r = _Retval(%e) {index: 0}
            """)
        .produces(
            """
            %x = Placeholder() {dtype: float32, shape: []}
            %a = Const() {dtype: float32, value: float32[](2.0)}
            %b = Const() {dtype: float32, value: float32[](3.0)}
            %d/folded_0 = Const() {dtype: float32, value: float32[](10.0)}
            %e = TestAdd(%x, %d/folded_0)
            %r = _Retval(%e) {index: 0}
            """);
  }

  @Test
  void effectsControlsAndErrorsStay() {
    assertThatPass(pass, "r")
        .on(
            """
            %a = Const() {dtype: float32, value: float32[2](1.0, 2.0)}
            %b = TestStore(%a)
            %c = TestTanh(%a) ^%b
            %r = _Retval(%c) {index: 0}
            """)
        .doesNotFire();
  }
}
