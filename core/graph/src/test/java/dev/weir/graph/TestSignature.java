package dev.weir.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TestSignature {
  /** Lines as they are printed: reading and printing them changes nothing. */
  static List<String> lines() {
    return List.of(
        "NoOp() -> ()",
        "Tanh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64, complex128];",
        "AddV2(x: T, y: T) -> (z: T) T:type in [float, int32]; commutative aggregate",
        "MatMul(a: T, b: T) -> (product: T) transpose_a:bool=false; transpose_b:bool=false;"
            + " T:type in [float, double];",
        "AddN(inputs: N*T) -> (sum: T) N:int >=1; T:type; commutative aggregate",
        "ConcatV2(values: N*T, axis: Tidx) -> (output: T) N:int >=2; T:type;"
            + " Tidx:type=int32 in [int32, int64];",
        "Split(split_dim: int32, value: T) -> (output: num_split*T) num_split:int >=1; T:type;",
        "IdentityN(input: T...) -> (output: T...) T:list(type) >=1;",
        "Assign(ref: ref T, value: T) -> (output_ref: ref T) T:type; validate_shape:bool=true;"
            + " use_locking:bool=true; uninitialized-ok",
        "RefMerge(inputs: ref N*T) -> (output: ref T, value_index: int32) T:type; N:int >=1;",
        "VarHandleOp() -> (resource: resource) container:string=\"\"; shared_name:string=\"\";"
            + " dtype:type; shape:shape; allowed_devices:list(string)=[]; stateful",
        "Placeholder() -> (output: dtype) dtype:type; shape:shape=?;",
        "Fixed() -> () shape:shape=[2,3]; shapes:list(shape)=[[1], [], ?];",
        "Conv2D(input: T, filter: T) -> (output: T) T:type in [half, float, double];"
            + " strides:list(int); use_cudnn_on_gpu:bool=true;"
            + " padding:string in [\"SAME\", \"VALID\", \"EXPLICIT\"];"
            + " explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"]; dilations:list(int)=[1, 1, 1, 1];",
        "LeakyRelu(features: T) -> (activations: T) alpha:float=0.2; T:type=float in [half,"
            + " float];",
        "If(cond: Tcond, input: Tin...) -> (output: Tout...) Tcond:type; Tin:list(type) >=0;"
            + " Tout:list(type) >=0; then_branch:func; else_branch:func;"
            + " output_shapes:list(shape)=[]; stateful",
        "Const() -> (output: dtype) value:tensor; dtype:type;",
        "Addons>Op() -> (x: float) limits:list(float)=[0.5, 1.0];",
        "_Send(tensor: T) -> () T:type; tensor_name:string; send_device_incarnation:int; stateful",
        "Q(x: quint8, y: qint32, s: string, b: bool, v: variant) -> (u: uint64) n:int=-3 >=-5;");
  }

  @ParameterizedTest
  @MethodSource("lines")
  void readingAndPrintingChangesNothing(String line) {
    Signature signature = Signature.of(line);
    assertThat(signature).hasToString(line);
    assertThat(Signature.of(signature.toString())).isEqualTo(signature);
  }

  @Test
  void everyOpOfTheCatalogReadsBack() {
    for (OpDefinition op : OpRegistry.standard().all()) {
      assertThat(Signature.of(op.signature().toString())).isEqualTo(op.signature());
    }
  }

  @Test
  void partsAreUnderstood() {
    Signature conv =
        Signature.of(
            "Conv(input: T, more: N*T) -> (output: T) T:type=float in [half, float]; N:int >=1;"
                + " padding:string in [\"SAME\", \"VALID\"]; stateful");
    assertThat(conv.stateful()).isTrue();
    assertThat(conv.commutative()).isFalse();
    assertThat(conv.inputs().get(1).numberAttr()).isEqualTo("N");
    Signature.Attr type = conv.attr("T");
    assertThat(type).isNotNull();
    assertThat(type.defaultValue()).isEqualTo(AttrValue.of(DType.FLOAT32));
    assertThat(type.allowed())
        .containsExactly(AttrValue.of(DType.FLOAT16), AttrValue.of(DType.FLOAT32));
    assertThat(conv.attr("nope")).isNull();
  }

  @Test
  void argumentsExpandToTensors() {
    Signature signature =
        Signature.of(
            "F(a: N*T, b: L..., c: ref int32) -> (d: N*T) N:int; T:type;" + " L:list(type);");
    Attributes attrs =
        Attributes.of(
            Map.of(
                "N", AttrValue.of(2),
                "T", AttrValue.of(DType.INT8),
                "L", AttrValue.ofTypes(List.of(DType.BOOL, DType.STRING))));
    assertThat(signature.inputDtypes(attrs))
        .containsExactly(DType.INT8, DType.INT8, DType.BOOL, DType.STRING, DType.INT32);
    assertThat(signature.inputIsRef(attrs)).containsExactly(false, false, false, false, true);
    assertThat(signature.outputDtypes(attrs)).containsExactly(DType.INT8, DType.INT8);
  }

  @Test
  void shapesAreReadWithUnknownSizes() {
    Signature.Attr attr = Signature.of("F() -> () s:shape=[?,3];").attr("s");
    assertThat(attr).isNotNull();
    assertThat(attr.defaultValue()).isEqualTo(AttrValue.of(Shape.of(-1, 3)));
  }

  @Test
  void mistakesAreNamedWithTheirColumn() {
    for (String line :
        List.of(
            "",
            "F",
            "F(",
            "F(x) -> ()",
            "F(x: T -> ()",
            "F() ()",
            "F() -> () T:type",
            "F() -> () T:tpye;",
            "F() -> () n:int=x;",
            "F() -> () n:int >=;",
            "F() -> () b:bool=yes;",
            "F() -> () s:string=\"a;",
            "F() -> () t:tensor=1;",
            "F() -> () T:type in [flaot];",
            "F() -> () statefull")) {
      assertThatThrownBy(() -> Signature.of(line))
          .as(line)
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("the signature " + line);
    }
  }
}
