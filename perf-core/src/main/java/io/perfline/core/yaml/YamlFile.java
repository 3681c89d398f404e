package io.perfline.core.yaml;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

public final class YamlFile {

  private YamlFile() {}

  /**
   * Parses a file into nodes, without interpreting their values.
   *
   * @throws Fault (configuration) if it can't be read, is empty, or is not a single YAML document
   */
  public static Node parse(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          ("there is no file %s: correct its name, or let 'perfline init' write perf.yml and"
                  + " thresholds.yml")
              .formatted(file),
          e);
    } catch (IOException e) {
      throw new Fault(Fault.CONFIGURATION, "cannot read " + file + ": " + e, e);
    }
    CharBuffer text = CharBuffer.allocate(bytes.length);
    boolean malformed =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true).isError();
    text.flip();
    if (malformed) {
      throw new FileFault(after(file.toString(), text.toString()), "not UTF-8");
    }
    return parse(file.toString(), text.toString());
  }

  private static String hint(MarkedYAMLException e, Mark mark) {
    if (mark.get_snippet().contains(": >")) {
      return "; put a value that starts with > in quotes";
    }
    return e.getProblem().endsWith("but got ?")
        ? "; put a text with a question mark in quotes, as in '/search?q=shoes'"
        : "; is a quote, a bracket or a space after ':' missing, or a line not indented as its"
            + " neighbours?";
  }

  private static SourcePosition after(String file, String text) {
    int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
    return new SourcePosition(file, line, text.length() - text.lastIndexOf('\n'));
  }

  public static Node parse(String file, String text) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(20);
    try {
      Node node = new Yaml(options).compose(new StringReader(text));
      if (node == null) {
        throw new FileFault(new SourcePosition(file, 1, 1), "the file is empty");
      }
      return node;
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
      throw new FileFault( // without the cause, which shows the line: it may contain a secret
          new SourcePosition(file, mark.getLine() + 1, mark.getColumn() + 1),
          "not YAML: %s%s".formatted(e.getProblem(), hint(e, mark)));
    } catch (ReaderException e) {
      String before = text.substring(0, text.offsetByCodePoints(0, e.getPosition()));
      throw new FileFault(after(file, before), "not YAML: a character that it doesn't allow");
    } catch (YAMLException e) {
      throw new Fault(Fault.CONFIGURATION, file + ": not YAML: " + e.getMessage(), e);
    }
  }
}
