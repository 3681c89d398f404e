package io.perfline.core.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitIdTest {

  @Test
  void showsAtMostTenDigits() {
    assertThat(CommitId.shortened("0123456789abcdef0123456789abcdef01234567"))
        .isEqualTo("0123456789");
    assertThat(CommitId.shortened("unknown")).isEqualTo("unknown");
    assertThat(CommitId.shortened(null)).isNull();
  }
}
