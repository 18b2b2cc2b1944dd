package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import dev.weir.graph.GraphPass;
import org.junit.jupiter.api.Test;

final class TestSimplifyArithmetic {
  private final GraphPass pass = new SimplifyArithmetic();

  @Test
  void addingZeroToIntegersDoesNothing() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: int32, shape: [2]}
            %zero = Const() {dtype: int32, value: int32[](0)}
            %a = TestAdd(%zero, %x)
            %b = TestAdd(%a, %zero)
            %r = _Retval(%b) {index: 0}
            """)
        .produces(
            """
            %x = Placeholder() {dtype: int32, shape: [2]}
            %zero = Const() {dtype: int32, value: int32[](0)}
            %a = TestAdd(%zero, %x)
            %b = TestAdd(%x, %zero)
            %r = _Retval(%x) {index: 0}
            """);
  }

  @Test
  void addingZeroToFloatsIsNotExact() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: [2]}
            %zero = Const() {dtype: float32, value: float32[](0.0)}
            %a = TestAdd(%x, %zero)
            %r = _Retval(%a) {index: 0}
            """)
        .doesNotFire();
  }

  @Test
  void aShapeThatChangesIsNotNothing() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: int32, shape: []}
            %zero = Const() {dtype: int32, value: int32[2](0, 0)}
            %a = TestAdd(%x, %zero)
            %r = _Retval(%a) {index: 0}
            """)
        .doesNotFire();
  }

  @Test
  void constantThatWaitsOrMayBeDeadIsNoNeutralElement() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: int32, shape: [2]}
            %pivot = NoOp()
            %zero = Const() {dtype: int32, value: int32[](0)} ^%pivot
            %a = TestAdd(%x, %zero)
            %r = _Retval(%a) {index: 0}
            """)
        .doesNotFire();
  }

  @Test
  void whatTheInnerOfTwoInversesWaitsForIsKept() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Placeholder() {dtype: float32, shape: [2]}
            %pivot = NoOp()
            %a = TestNeg(%x) ^%pivot
            %b = TestNeg(%a)
            %r = _Retval(%b) {index: 0}
            """)
        .doesNotFire();
  }
}
