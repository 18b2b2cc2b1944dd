package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import dev.weir.graph.GraphPass;
import org.junit.jupiter.api.Test;

final class TestShareCommonSubexpressions {
  private final GraphPass pass = new ShareCommonSubexpressions();

  @Test
  void commutativeInputsMayComeInEitherOrder() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: [2,2]}
            %y = Placeholder() {dtype: float32, shape: [2,2]}
            %a = TestAdd(%x, %y)
            %b = TestAdd(%y, %x)
            %c = TestMatMul(%a, %b)
            %r = _Retval(%c) {index: 0}
            """)
        .produces(
            """
            %x = Placeholder() {dtype: float32, shape: [2,2]}
            %y = Placeholder() {dtype: float32, shape: [2,2]}
            %a = TestAdd(%x, %y)
            %c = TestMatMul(%a, %a)
            %r = _Retval(%c) {index: 0}
            """);
  }

  @Test
  void equalConstantsAreOne() {
    assertThatPass(pass, "r")
        .on(
            """
            %a = Const() {dtype: float32, value: float32[](1.0)}
            %b = Const() {dtype: float32, value: float32[](1.0)}
            %c = Const() {dtype: float32, value: float32[](2.0)}
            %d = TestTuple([%a, %b, %c])
            %r = _Retval(%d) {index: 0}
            """)
        .produces(
            """
            %a = Const() {dtype: float32, value: float32[](1.0)}
            %c = Const() {dtype: float32, value: float32[](2.0)}
            %d = TestTuple([%a, %a, %c])
            %r = _Retval(%d) {index: 0}
            """);
  }

  @Test
  void otherAttributesDevicesAndEffectsStayApart() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: [2,2]}
            %a = TestMatMul(%x, %x)
            %b = TestMatMul(%x, %x) {flipped: true}
            %c = TestMatMul(%x, %x) @"/device:CPU:1"
            %d = TestStore(%x)
            %e = TestStore(%x)
            %f = TestTuple([%a, %b, %c, %d, %e])
            %r = _Retval(%f) {index: 0}
            """)
        .doesNotFire();
  }
}
