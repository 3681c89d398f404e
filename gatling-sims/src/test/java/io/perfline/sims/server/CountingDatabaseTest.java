package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountingDatabaseTest {

  private static CountingDatabase in(Map<String, String> variables) {
    return CountingDatabase.in(variables, server -> true).orElseThrow();
  }

  private static DatabaseLogin login(String kind, String place, String user, String password) {
    return new DatabaseLogin(kind, place, user, password);
  }

  @Test
  void hasTheUserAndPasswordOfTheVariablesNextToTheAddress() {
    CountingDatabase found =
        in(
            Map.of(
                "SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:6001/shop?ssl=false",
                "SPRING_DATASOURCE_USERNAME", "shop",
                "SPRING_DATASOURCE_PASSWORD", "hidden",
                "SPRING_MAIL_PASSWORD", "other",
                "USER", "root"));

    assertThat(found)
        .isEqualTo(
            new PostgresDatabase(login("postgresql", "127.0.0.1:6001/shop", "shop", "hidden")));
    assertThat(found.login()).hasToString("127.0.0.1:6001/shop");
  }

  @Test
  void anAddressMayContainUserAndPassword() {
    CountingDatabase found = in(Map.of("DATABASE_URL", "postgres://shop:a%20b@db/shop"));

    assertThat(found.login()).isEqualTo(login("postgres", "db/shop", "shop", "a b"));
    assertThat(found.server()).isEqualTo("db:5432");
    assertThat(in(Map.of("DB", "jdbc:postgresql://db:1/shop?user=a&password=b")).login())
        .isEqualTo(login("postgresql", "db:1/shop", "a", "b"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://db/shop, MARIADB_USER, MARIADB_PASSWORD",
    "jdbc:mysql://db/shop?useSSL=false, MYSQL_USER, MYSQL_PWD",
    "r2dbc:pool:mysql://db/shop, SHOP_DB_USER, SHOP_DB_PASSWORD",
  })
  void findsMariadbAndMysql(String url, String user, String password) {
    CountingDatabase found = in(Map.of("SHOP_DB", url, user, "shop", password, "hidden"));

    assertThat(found).isInstanceOf(MariadbDatabase.class);
    assertThat(found.server()).isEqualTo("db:3306");
    assertThat(found.login().user()).isEqualTo("shop");
    assertThat(found.login().password()).isEqualTo("hidden");
  }

  @Test
  void onlyADatabaseToWhichTheServiceIsConnectedCounts() {
    Map<String, String> three =
        Map.of(
            "A_CACHE", "redis://zero:0/1",
            "A_DB", "postgresql://one:1/a",
            "B_DB", "mysql://two:2/b");

    assertThat(CountingDatabase.in(three, "two:2"::equals).orElseThrow().login().place())
        .isEqualTo("two:2/b");
    assertThat(CountingDatabase.in(three, "three:3"::equals)).isEmpty();
    assertThat(in(three).login().place()).isEqualTo("one:1/a");
  }

  @ParameterizedTest
  @CsvSource({"postgresql", "mariadb"})
  void aServerThatIsNotThereIsNamedWithoutThePassword(String kind) {
    CountingDatabase gone = in(Map.of("DB", kind + "://shop:hidden@127.0.0.1:1/shop"));

    assertThatThrownBy(gone::statements)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot read the statements of 127.0.0.1:1/shop")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void aServerThatDoesNotCountIsExplained() {
    CountingDatabase postgres = in(Map.of("DB", "postgresql://db/shop"));
    CountingDatabase mariadb = in(Map.of("DB", "mariadb://db/shop"));

    assertThat(postgres.remedy(new SQLException("no such table", "42P01")).orElseThrow())
        .contains("shared_preload_libraries=pg_stat_statements");
    assertThat(mariadb.remedy(new SQLException("denied", "42000", 1142)).orElseThrow())
        .contains("grant select on performance_schema.*");
    assertThat(mariadb.remedy(new SQLException("no such user", "28000", 1045))).isEmpty();
  }

  @Test
  void showsDigestsOfMariadbAsAProgrammerWritesThem() {
    assertThat(
            in(Map.of("DB", "mariadb://db/shop"))
                .shown("SELECT COUNT ( * ) , `o` . `id` FROM `orders` `o` WHERE ID IN (...) "))
        .isEqualTo("SELECT COUNT (*), o.id FROM orders o WHERE ID IN (...)");
  }
}
