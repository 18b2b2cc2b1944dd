package dev.weir.conformance;

import java.util.List;

/**
 * The signature of one of TensorFlow's ops, each part in the text form op signatures are written
 * in.
 *
 * @param name {@code MatMul}
 * @param inputs {@code a: T}, {@code values: N*T}, {@code tensors: Tin...}, {@code ref: ref T}
 * @param outputs in the same form
 * @param attributes {@code transpose_a:bool=false}, {@code T:type in [half, float]}, {@code N:int
 *     >=1}
 * @param properties those that hold of {@code commutative}, {@code aggregate}, {@code stateful},
 *     {@code uninitialized-ok}
 */
public record OpSignature(
    String name,
    List<String> inputs,
    List<String> outputs,
    List<String> attributes,
    List<String> properties) {

  /** Copies the lists. */
  public OpSignature {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attributes = List.copyOf(attributes);
    properties = List.copyOf(properties);
  }

  /** One line: {@code Name(inputs) -> (outputs) attribute; attribute; property property}. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(name);
    line.append('(').append(String.join(", ", inputs)).append(") -> (");
    line.append(String.join(", ", outputs)).append(')');
    attributes.forEach(attribute -> line.append(' ').append(attribute).append(';'));
    properties.forEach(property -> line.append(' ').append(property));
    return line.toString();
  }
}
