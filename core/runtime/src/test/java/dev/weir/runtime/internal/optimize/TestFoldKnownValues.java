package dev.weir.runtime.internal.optimize;

import static dev.weir.runtime.internal.optimize.PassAssert.assertThatPass;

import org.junit.jupiter.api.Test;

final class TestFoldKnownValues {
  private final FoldKnownValues pass = new FoldKnownValues();

  @Test
  void shapeOfAVariableNeedsNoValue() {
    assertThatPass(pass, "r")
        .on(
            """
            %v = VariableV2() {dtype: float32, shape: [2,3]}
            %s = Shape(%v)
            %n = Size(%v)
            %k = Rank(%v)
            %zero = Const() {dtype: float32, value: float32[](0.0)}
            %z = Fill(%s, %zero)
            %all = Pack([%n, %k])
            %q = Tile(%z, %all)
            %r = _Retval(%q) {index: 0}
            """)
        .produces(
            """
            %v = VariableV2() {dtype: float32, shape: [2,3]}
            %s = Const() {dtype: int32, value: int32[2](2, 3)}
            %n = Const() {dtype: int32, value: int32[](6)}
            %k = Const() {dtype: int32, value: int32[](2)}
            %zero = Const() {dtype: float32, value: float32[](0.0)}
            %z = Fill(%s, %zero)
            %all = Const() {dtype: int32, value: int32[2](6, 2)}
            %q = Tile(%z, %all)
            %r = _Retval(%q) {index: 0}
            """);
  }

  @Test
  void waitsForEffectsOfWhatItNoLongerNeeds() {
    assertThatPass(pass, "r")
        .on(
            """
            %v = VariableV2() {dtype: float32, shape: [2]}
            %x = Const() {dtype: float32, value: float32[2](1.0, 2.0)}
            %a = Assign(%v, %x)
            %s = Shape(%a)
            %r = _Retval(%s) {index: 0}
            """)
        .produces(
            """
            %v = VariableV2() {dtype: float32, shape: [2]}
            %x = Const() {dtype: float32, value: float32[2](1.0, 2.0)}
            %a = Assign(%v, %x)
            %s = Const() {dtype: int32, value: int32[1](2)} ^%a
            %r = _Retval(%s) {index: 0}
            """);
  }

  @Test
  void readingIsNoEffect() {
    assertThatPass(pass, "r")
        .on(
            """
            %v = VarHandleOp() {dtype: float32, shape: [2], shared_name: "v"}
            %x = ReadVariableOp(%v) {dtype: float32}
            %s = Shape(%x)
            %r = _Retval(%s) {index: 0}
            """)
        .produces(
            """
            %v = VarHandleOp() {dtype: float32, shape: [2], shared_name: "v"}
            %x = ReadVariableOp(%v) {dtype: float32}
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
            %s = Shape(%c)
            %t = Shape(%y)
            %r = _Retval(%s) {index: 0}
            %q = _Retval(%t) {index: 1}
            """)
        .doesNotFire();
  }
}
