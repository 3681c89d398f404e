package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.project.DataRows.Order;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A file of comma separated values, alone or with the order in which its rows are taken.
 *
 * @param home folder that the file's path is meant from
 */
record DataKind(Path home) implements Kind<DataRows> {

  private static final Key<Order> ORDER =
      optional(
          "order",
          Kinds.oneOf("an order", Kinds.words(List.of(Order.values()), Order::toString)),
          "Which session takes which row. Default in order.");

  @Override
  public DataRows read(Node node, Reading reading) {
    if (node instanceof ScalarNode) {
      return rows(new PathKind(home).read(node, reading), Order.IN_ORDER, node, reading);
    }
    Key<byte[]> file = required("file", new PathKind(home), "File of the rows.");
    return new Shape<>(
            "data",
            values -> rows(values.get(file), values.get(ORDER, Order.IN_ORDER), node, reading),
            List.of(file, ORDER))
        .read(node, reading);
  }

  private static DataRows rows(byte[] file, Order order, Node node, Reading reading) {
    if (file == null) {
      return null;
    }
    try {
      List<List<String>> all = CsvRows.of(BodyKind.text(file));
      List<String> columns = all.get(0);
      if (new HashSet<>(columns).size() < columns.size()) {
        throw new IllegalArgumentException("two of its columns have the same name");
      }
      return new DataRows(columns, all.subList(1, all.size()), order);
    } catch (IllegalArgumentException e) {
      reading.fault(reading.place(node), "the data can't be used: " + e.getMessage());
      return null;
    }
  }

  @Override
  public String what() {
    return "a file of rows";
  }
}
