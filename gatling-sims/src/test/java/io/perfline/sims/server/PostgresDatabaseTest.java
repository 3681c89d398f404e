package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest {

  private static PostgresDatabase in(Map<String, String> variables) {
    return PostgresDatabase.in(variables, server -> true).orElseThrow();
  }

  @Test
  void hasTheUserAndPasswordOfTheVariablesNextToTheAddress() {
    assertThat(
            in(
                Map.of(
                    "SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:6001/shop?ssl=false",
                    "SPRING_DATASOURCE_USERNAME", "shop",
                    "SPRING_DATASOURCE_PASSWORD", "hidden",
                    "SPRING_MAIL_PASSWORD", "other",
                    "USER", "root")))
        .isEqualTo(new PostgresDatabase("127.0.0.1:6001/shop", "shop", "hidden"))
        .hasToString("127.0.0.1:6001/shop");
  }

  @Test
  void anAddressMayContainUserAndPassword() {
    assertThat(in(Map.of("DATABASE_URL", "postgres://shop:a%20b@db/shop")))
        .isEqualTo(new PostgresDatabase("db/shop", "shop", "a b"))
        .satisfies(database -> assertThat(database.server()).isEqualTo("db:5432"));
    assertThat(in(Map.of("DB", "jdbc:postgresql://db:1/shop?user=a&password=b")))
        .isEqualTo(new PostgresDatabase("db:1/shop", "a", "b"));
  }

  @Test
  void onlyADatabaseToWhichTheServiceIsConnectedCounts() {
    Map<String, String> two =
        Map.of("A_DB", "postgresql://one:1/a", "B_DB", "postgresql://two:2/b");

    assertThat(PostgresDatabase.in(two, "two:2"::equals).orElseThrow().place())
        .isEqualTo("two:2/b");
    assertThat(PostgresDatabase.in(two, "three:3"::equals)).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsNamedWithoutThePassword() {
    PostgresDatabase gone = new PostgresDatabase("127.0.0.1:1/shop", "shop", "hidden");

    assertThatThrownBy(gone::statements)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot read the statements of 127.0.0.1:1/shop")
        .hasMessageNotContaining("hidden");
  }
}
