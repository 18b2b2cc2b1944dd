package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import org.junit.jupiter.api.Test;

final class TestRemoveDeadCode {
  @Test
  void dropsWhatNothingNeeds() {
    assertThatPass(new RemoveDeadCode(), "r")
        .on(
            """
            %a = Const() {dtype: float32, value: float32[](1.0)}
            %b = TestTanh(%a)
            %c = Const() {dtype: float32, value: float32[](2.0)}
            %r = _Retval(%c) {index: 0}
            """)
        .produces(
            """
            %c = Const() {dtype: float32, value: float32[](2.0)}
            %r = _Retval(%c) {index: 0}
            """);
  }

  @Test
  void keepsWhatIsWaitedForAndWhatHasEffects() {
    assertThatPass(new RemoveDeadCode(), "r")
        .on(
            """
            %a = Const() {dtype: float32, value: float32[](1.0)}
            %b = TestTanh(%a)
            %effect = TestStore(%a)
            %c = Const() {dtype: float32, value: float32[](2.0)} ^%b
            %r = _Retval(%c) {index: 0}
            """)
        .doesNotFire();
  }
}
