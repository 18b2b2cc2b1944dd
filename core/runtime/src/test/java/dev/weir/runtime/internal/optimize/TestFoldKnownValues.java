package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import org.junit.jupiter.api.Test;

final class TestFoldKnownValues {
  private final FoldKnownValues pass = new FoldKnownValues();

  @Test
  void shapesAndWhatFollowsFromThemNeedNoValue() {
    assertThatPass(pass, "r")
        .on(
            """
            %c = Const() {dtype: int32, value: int32[2](2, 3)}
            %v = TestRead(%c) {shape: [2,3]}
            %s = TestShape(%v)
            %n = TestElements(%v)
            %z = TestFilled(%s)
            %all = TestPair(%n, %n)
            %q = TestTuple([%z, %all])
            %r = _Retval(%q) {index: 0}
            """)
        .produces(
            """
            %c = Const() {dtype: int32, value: int32[2](2, 3)}
            %v = TestRead(%c) {shape: [2,3]}
            %s = Const() {dtype: int32, value: int32[2](2, 3)}
            %n = Const() {dtype: int32, value: int32[](6)}
            %z = TestFilled(%s)
            %all = Const() {dtype: int32, value: int32[2](6, 6)}
            %q = TestTuple([%z, %all])
            %r = _Retval(%q) {index: 0}
            """);
  }

  @Test
  void waitsForEffectsOfWhatItNoLongerNeeds() {
    assertThatPass(pass, "r")
        .on(
            """
            %x = Const() {dtype: float32, value: float32[2](1.0, 2.0)}
            %a = TestStore(%x)
            %s = TestShape(%a)
            %r = _Retval(%s) {index: 0}
            """)
        .produces(
            """
            %x = Const() {dtype: float32, value: float32[2](1.0, 2.0)}
            %a = TestStore(%x)
            %s = Const() {dtype: int32, value: int32[1](2)} ^%a
            %r = _Retval(%s) {index: 0}
            """);
  }

  @Test
  void readingIsNoEffect() {
    assertThatPass(pass, "r")
        .on(
            """
            %v = Const() {dtype: int32, value: int32[1](2)}
            %x = TestRead(%v) {shape: [2]}
            %s = TestShape(%x)
            %r = _Retval(%s) {index: 0}
            """)
        .produces(
            """
            %v = Const() {dtype: int32, value: int32[1](2)}
            %x = TestRead(%v) {shape: [2]}
            %s = Const() {dtype: int32, value: int32[1](2)}
            %r = _Retval(%s) {index: 0}
            """);
  }

  @Test
  void whatMayBeDeadOrIsNotKnownStays() {
    assertThatPass(pass, "r", "q")
        .on(
            """
            %p = Placeholder() {dtype: bool, shape: []}
            %x = Placeholder() {dtype: float32, shape: [2]}
            %y = Placeholder() {dtype: float32, shape: [2,?]}
            %c = Switch(%x, %p)
            %s = TestShape(%c)
            %t = TestShape(%y)
            %r = _Retval(%s) {index: 0}
            %q = _Retval(%t) {index: 1}
            """)
        .doesNotFire();
  }
}
