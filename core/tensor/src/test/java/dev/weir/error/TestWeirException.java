package dev.weir.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class TestWeirException {
  @Test
  void codesHaveTensorFlowsNumbers() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.number()).isEqualTo(code.ordinal() + 1);
    }
    assertThat(ErrorCode.RESOURCE_EXHAUSTED.number()).isEqualTo(8);
    assertThat(ErrorCode.RESOURCE_EXHAUSTED.blame()).isEqualTo(ErrorCode.Blame.RESOURCE);
  }

  @Test
  void factoriesFormatTheirValues() {
    assertThat(WeirException.invalidArgument("%d vs %d", 1, 2))
        .hasMessage("1 vs 2")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(WeirException.internal("100%")).hasMessage("100%");
  }

  @Test
  void inputAndOutputErrorsGetACode() {
    assertThat(WeirException.ofIo("reading a", new NoSuchFileException("a")))
        .hasMessage("reading a failed: there is no such file")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(WeirException.ofIo("reading a", new AccessDeniedException("a")).code())
        .isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(WeirException.ofIo("reading a", new FileAlreadyExistsException("a")).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(WeirException.ofIo("writing a", new IOException("No space left on device")))
        .hasMessageContaining("writing a failed: the disk is full: make room")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("writing a", new IOException("File too large")))
        .hasMessageContaining("writing a failed: the disk is full: make room")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("reading a", new IOException("a: Too many open files")))
        .hasMessageContaining("reading a failed: the process has no file descriptors left")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(WeirException.ofIo("reading a", new IOException("disk on fire")))
        .hasMessage("reading a failed: java.io.IOException: disk on fire")
        .extracting(WeirException::code)
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }
}
