package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestTensorFlowOps {
  @Test
  void writesPortsAttributesAndProperties() {
    assertSignature("BesselY1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
    assertSignature(
        "ScatterUpdate(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;");
    assertSignature(
        "AddN(inputs: N*T) -> (sum: T) N:int >=1; T:type in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64, variant]; commutative aggregate");
    assertSignature(
        "OutfeedDequeueTuple() -> (outputs: dtypes...) dtypes:list(type) >=1; shapes:list(shape);"
            + " device_ordinal:int=-1; stateful");
    assertSignature("NoOp() -> ()");
  }

  @Test
  void writesDefaultsOfEveryKind() {
    assertThat(TensorFlowOps.signature("DecodeCSV").orElseThrow().attributes())
        .containsExactly(
            "OUT_TYPE:list(type) in [float, double, int32, int64, string] >=1",
            "field_delim:string=\",\"",
            "use_quote_delim:bool=true",
            "na_value:string=\"\"",
            "select_cols:list(int)=[]");
    assertThat(TensorFlowOps.signature("ImageSummary").orElseThrow().attributes())
        .contains("max_images:int=3 >=1", "bad_color:tensor=tensor");
    assertThat(TensorFlowOps.signature("MutableDenseHashTableV2").orElseThrow().attributes())
        .contains("value_shape:shape=[]", "max_load_factor:float=0.8");
  }

  @Test
  void knowsEveryOpByNameAndNoOther() {
    assertThat(TensorFlowOps.names()).hasSizeGreaterThan(1500).contains("MatMul", "Conv2D");
    assertThat(TensorFlowOps.names())
        .allSatisfy(
            name -> assertThat(TensorFlowOps.signatureOf(name).orElseThrow()).startsWith(name));
    assertThat(TensorFlowOps.signatureOf("NoSuchOp")).isEmpty();
  }

  @Test
  void kernelsTakeFewerDtypesThanTheSignatureAllows() {
    assertThat(TensorFlowOps.kernelDtypes("SoftmaxCrossEntropyWithLogits", "T"))
        .containsExactlyInAnyOrder(DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64);
    assertThat(TensorFlowOps.kernelDtypes("Bitcast", "T"))
        .contains(DType.QINT32, DType.FLOAT32)
        .doesNotContain(DType.STRING);
    assertThat(TensorFlowOps.kernelDtypes("Identity", "T")).contains(DType.values());
  }

  @Test
  void kernelTakesACombinationOfDtypes() {
    assertThat(
            TensorFlowOps.hasCpuKernel(
                "Gather", Map.of("Tparams", DType.STRING, "Tindices", DType.INT64)))
        .isTrue();
    assertThat(
            TensorFlowOps.hasCpuKernel(
                "Gather", Map.of("Tparams", DType.STRING, "Tindices", DType.INT16)))
        .isFalse();
  }

  @Test
  void namesAnUnknownOpOrAttribute() {
    assertThatThrownBy(() -> TensorFlowOps.kernelDtypes("NoSuchOp", "T"))
        .isInstanceOf(WeirException.class)
        .hasMessage("TensorFlow has no op \"NoSuchOp\"");
    assertThatThrownBy(() -> TensorFlowOps.kernelDtypes("MatMul", "transpose_a"))
        .isInstanceOf(WeirException.class)
        .hasMessage("MatMul has no type attribute \"transpose_a\"");
  }

  private static void assertSignature(String line) {
    String name = line.substring(0, line.indexOf('('));
    assertThat(TensorFlowOps.signatureOf(name)).contains(line);
  }
}
