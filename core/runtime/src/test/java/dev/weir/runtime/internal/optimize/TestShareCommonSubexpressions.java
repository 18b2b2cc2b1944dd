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
            %a = AddV2(%x, %y)
            %b = AddV2(%y, %x)
            %c = MatMul(%a, %b)
            %r = _Retval(%c) {index: 0}
            """)
        .produces(
            """
            %x = Placeholder() {dtype: float32, shape: [2,2]}
            %y = Placeholder() {dtype: float32, shape: [2,2]}
            %a = AddV2(%x, %y)
            %c = MatMul(%a, %a)
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
            %d = IdentityN([%a, %b, %c])
            %r = _Retval(%d) {index: 0}
            """)
        .produces(
            """
            %a = Const() {dtype: float32, value: float32[](1.0)}
            %c = Const() {dtype: float32, value: float32[](2.0)}
            %d = IdentityN([%a, %a, %c])
            %r = _Retval(%d) {index: 0}
            """);
  }

  @Test
  void otherAttributesDevicesAndEffectsStayApart() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: [2,2]}
            %a = MatMul(%x, %x)
            %b = MatMul(%x, %x) {transpose_a: true}
            %c = MatMul(%x, %x) @"/device:CPU:1"
            %d = DeepCopy(%x)
            %e = DeepCopy(%x)
            %f = IdentityN([%a, %b, %c, %d, %e])
            %r = _Retval(%f) {index: 0}
            """)
        .doesNotFire();
  }
}
