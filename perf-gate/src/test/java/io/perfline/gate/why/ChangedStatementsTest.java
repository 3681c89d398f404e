package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Statements;
import io.perfline.core.run.Statements.Statement;
import io.perfline.core.run.Statements.Use;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedStatementsTest {

  private static final String ITEMS = "select id, name, price from items where order_id = ?";

  private static ChangedStatements of(Statement... statements) {
    return new ChangedStatements(
        new Statements(100, 200, List.of(statements), null), 1000, LoadUnit.REQUEST);
  }

  @Test
  void namesStatementsThatAreExecutedMoreOften() {
    ChangedStatements changed =
        of(
            new Statement(ITEMS, new Use(1100, 22_000), new Use(200, 4_000)),
            new Statement("select 1", new Use(100, 10), new Use(200, 20)));

    assertThat(changed.sentence())
        .contains(
            "statements: `select … from items where order_id = ?` 1.0 → 11.0 calls per request,"
                + " 20 → 20 µs per call");
    assertThat(changed.first().orElseThrow()).startsWith("`select … from items");
  }

  @Test
  void shortensStatementsInCapitals() {
    assertThat(ChangedStatements.shortened("SELECT o.id, o.name, o.price FROM orders o"))
        .isEqualTo("SELECT … FROM orders o");
  }

  @Test
  void namesStatementsThatTakeLonger() {
    assertThat(of(new Statement(ITEMS, new Use(100, 650_000), new Use(200, 10_000))).sentence())
        .contains(
            "statements: `select … from items where order_id = ?` 1.0 → 1.0 calls per request,"
                + " 50 → 6,500 µs per call");
  }

  @Test
  void unchangedAndFasterStatementsAreNotNamed() {
    assertThat(of(new Statement(ITEMS, new Use(100, 1000), new Use(200, 2000))).sentence())
        .isEmpty();
    assertThat(of(new Statement(ITEMS, new Use(100, 1000), new Use(2000, 20_000))).sentence())
        .isEmpty();
  }

  @Test
  void reportsWhyTheStatementsAreNotKnown() {
    ChangedStatements unknown =
        new ChangedStatements(Statements.unknown("no pg_stat_statements"), 1000, LoadUnit.REQUEST);

    assertThat(unknown.sentence()).contains("the statements are not known: no pg_stat_statements");
    assertThat(unknown.first()).isEmpty();
  }

  @Test
  void aStatementIsShortened() {
    assertThat(ChangedStatements.shortened("select a from b")).isEqualTo("select a from b");
    assertThat(ChangedStatements.shortened("insert into t values (?)" + ", (?)".repeat(60)))
        .hasSize(120)
        .endsWith("…");
  }

  @Test
  void sumsOfDeploymentsKeepTheCallsPerRequest() {
    Statements one =
        new Statements(10, 10, List.of(new Statement("a", new Use(20, 5), Use.NONE)), null);

    assertThat(one.plus(one))
        .isEqualTo(
            new Statements(20, 20, List.of(new Statement("a", new Use(40, 10), Use.NONE)), null));
    assertThat(one.plus(Statements.unknown("gone")).problem()).isEqualTo("gone");
  }
}
