package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseAddressTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://localhost/shop, 127.0.0.1:5432",
    "jdbc:postgresql://127.0.0.1:6000/shop?currentSchema=a, 127.0.0.1:6000",
    "postgres://shop:secret@10.1.2.3/shop, 10.1.2.3:5432",
    "-Ddb=jdbc:mariadb://10.1.2.3:3307/shop -Xmx1g, 10.1.2.3:3307",
    "r2dbc:pool:mysql://10.1.2.3/shop, 10.1.2.3:3306",
    "jdbc:sqlserver://10.1.2.3;databaseName=shop, 10.1.2.3:1433",
    "jdbc:oracle:thin:@10.1.2.3:1521:shop, 10.1.2.3:1521",
    "jdbc:oracle:thin:@//10.1.2.3:1521/shop, 10.1.2.3:1521",
    "mongodb+srv://10.1.2.3/shop, 10.1.2.3:27017",
    "redis://10.1.2.3, 10.1.2.3:6379",
  })
  void namesTheServer(String text, String server) {
    assertThat(DatabaseAddress.in(text))
        .singleElement()
        .satisfies(address -> assertThat(address.server()).isEqualTo(server));
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:5432/shop",
    "jdbc:h2:mem:shop",
    "jdbc:postgresql://127.0.0.1/shop_$PORT",
    "/usr/lib/postgresql",
  })
  void otherTextsNameNone(String text) {
    assertThat(DatabaseAddress.in(text)).isEmpty();
  }

  @Test
  void aPlaceHasNoUserAndPasswordButTheDatabase() {
    assertThat(DatabaseAddress.in("postgresql://shop:hidden1@127.0.0.1/a?password=hidden2"))
        .singleElement()
        .satisfies(
            address ->
                assertThat(address.place())
                    .contains("127.0.0.1/a")
                    .doesNotContain("shop", "hidden"));
    assertThat(DatabaseAddress.in("postgresql://127.0.0.1/a"))
        .isNotEqualTo(DatabaseAddress.in("postgresql://127.0.0.1/b"));
  }
}
