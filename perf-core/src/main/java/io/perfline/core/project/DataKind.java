package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.project.DataRows.Order;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
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
record DataKind(Path home) implements Schema<DataRows> {

  private static final Property<Order> ORDER =
      optional(
          "order",
          Schemas.oneOf("an order", Schemas.words(List.of(Order.values()), Order::toString)),
          "Which session takes which row. Default in order.");

  @Override
  public DataRows read(Node node, ParseContext context) {
    if (node instanceof ScalarNode) {
      return rows(new PathKind(home).read(node, context), Order.IN_ORDER, node, context);
    }
    Property<byte[]> file = required("file", new PathKind(home), "File of the rows.");
    return new ObjectSchema<>(
            "data",
            parsed -> rows(parsed.get(file), parsed.get(ORDER, Order.IN_ORDER), node, context),
            List.of(file, ORDER))
        .read(node, context);
  }

  private static DataRows rows(byte[] file, Order order, Node node, ParseContext context) {
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
      context.fault(context.place(node), "the data can't be used: " + e.getMessage());
      return null;
    }
  }

  @Override
  public String what() {
    return "a file of rows";
  }
}
