package io.perfline.core.project;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.project.needs.Need;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads {@code perf.yml}. */
public final class ProjectFile {

  private static final Schema<Project> PROJECT = RecordSchema.of(Project.class, ProjectValues.ALL);
  private static final Schema<ServiceUnderTest> SERVICE =
      RecordSchema.of(ServiceUnderTest.class, ProjectValues.ALL);

  private static final Schema<Map<String, Need>> NEEDS =
      Schema.named(
          "need",
          Project.NEED_LETTERS,
          Project.NEED_NAME,
          false,
          name -> RecordSchema.of(Need.class, ProjectValues.ALL));

  private ProjectFile() {}

  /** Returns the format as a JSON Schema, which comes from the same declaration as the parser. */
  public static ObjectNode schema() {
    ObjectNode schema = PROJECT.json();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "perfline perf.yml");
    ArrayNode loads = JsonNodeFactory.instance.arrayNode();
    ProjectValues.loads().values().forEach(load -> loads.add(load.json()));
    ObjectNode load = (ObjectNode) schema.at("/properties/load/patternProperties");
    load.fieldNames().forEachRemaining(name -> load.putObject(name).set("anyOf", loads));
    return schema;
  }

  /**
   * Returns the format of each kind of load as a JSON Schema, by its characteristic key; that of a
   * scenario is {@code requests}.
   */
  public static Map<String, ObjectNode> loads() {
    Map<String, ObjectNode> all = new TreeMap<>();
    ProjectValues.loads().forEach((name, load) -> all.put(name, load.json()));
    return all;
  }

  /**
   * Reads the file that was named, or otherwise the one in the current folder, or otherwise the one
   * in {@code home}; empty if there is none.
   *
   * @param named the file that was named; null for none
   * @throws Fault exit code 2, with all errors in the file and their positions
   */
  public static Optional<Project> find(Path named, Path home) {
    return Stream.of(Path.of(Project.FILE), home.resolve(Project.FILE))
        .map(file -> named == null ? file : named)
        .filter(file -> named != null || Files.exists(file))
        .findFirst()
        .map(ProjectFile::read);
  }

  /**
   * Reads a file, and the data and body files that it names.
   *
   * @throws Fault exit code 2, with all errors in the file and their positions
   */
  public static Project read(Path file) {
    return read(file, System.getenv());
  }

  /**
   * Reads a file with the given values of process variables.
   *
   * @throws Fault exit code 2, with all errors in the file and their positions
   */
  static Project read(Path file, Map<String, String> variables) {
    ParseContext context = ParseContext.withVariables(file.toString(), variables);
    Project project = PROJECT.read(YamlFile.parse(file), context);
    context.finish();
    return project.withService(project.service().withNeeds(project.needs()));
  }

  /**
   * Reads only the service and its needs, as for another commit, whose loads may have another
   * format or refer to files that don't exist here.
   *
   * @throws Fault exit code 2 if it can't be read or has no service
   */
  public static ServiceUnderTest readService(Path file) {
    return readService(file.toString(), YamlFile.parse(file));
  }

  /**
   * Reads the service section from the text of a file.
   *
   * @param file the name of the text in messages
   * @throws Fault exit code 2 if it can't be read or has no service
   */
  public static ServiceUnderTest readService(String file, String text) {
    return readService(file, YamlFile.parse(file, text));
  }

  private static ServiceUnderTest readService(String file, Node content) {
    ParseContext context = ParseContext.withVariables(file, System.getenv());
    ServiceUnderTest service = null;
    Map<String, Need> needs = null;
    List<NodeTuple> entries =
        content instanceof MappingNode root ? root.getValue() : List.<NodeTuple>of();
    for (NodeTuple entry : entries) {
      if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals("service")) {
        service = SERVICE.read(entry.getValueNode(), context);
      } else if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals("needs")) {
        needs = NEEDS.read(entry.getValueNode(), context);
      }
    }
    if (service != null) {
      service = service.withNeeds(needs == null ? Map.of() : needs);
    }
    if (service != null && !context.failed()) {
      service.checkNeeds(context, context.position(content));
    }
    context.finish();
    if (service == null) {
      throw Fault.configuration(file + " has no section 'service'");
    }
    return service;
  }
}
