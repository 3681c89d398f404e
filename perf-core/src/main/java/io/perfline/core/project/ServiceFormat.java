package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.project.ServiceUnderTest.TomcatUse;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The section {@code service}. */
final class ServiceFormat {

  private static final String PORT_NAME = "PORT";

  private static final Pattern HEAD = Pattern.compile("https?://.+");
  private static final Schema<String> SHELL = Schemas.text("a command", "\\S", text -> text);
  private static final Schema<URI> URL =
      Schemas.text("an address such as https://shop.example.org", "", ServiceFormat::url);
  private static final Schema<String> PATH =
      Schemas.text("a path such as /health", "^/\\S*$", text -> text);

  static final Schema<JsonPointer> POINTER =
      Schemas.text(
          "a JSON pointer such as /commit",
          "",
          text -> {
            if (!text.startsWith("/")) {
              throw new IllegalArgumentException(
                  "expected a JSON pointer such as /commit, found '%s'".formatted(text));
            }
            return JsonPointer.compile(text);
          });

  private static final Schema<ReadyCheck> READY =
      RecordSchema.of(
          "ready",
          ReadyCheck.class,
          Map.of("get", PATH, "status", Schemas.integer("a status", 100, 599)),
          (ready, parsed) -> {});
  private static final Schema<CommitProbe> COMMIT =
      RecordSchema.of(
          "commit",
          CommitProbe.class,
          Map.of("get", PATH, "json", POINTER, "dirty", POINTER),
          (commit, parsed) -> parsed.needs("dirty", "json"));
  private static final Schema<Map<String, TextTemplate>> VARIABLES =
      Schemas.namedHere(
          "variable",
          "letters, digits and '_'",
          "^[A-Za-z_][A-Za-z0-9_]*$",
          name -> new TemplateKind("a text", ".*"));

  static final Schema<ServiceUnderTest> SCHEMA =
      RecordSchema.of(
          "a service",
          ServiceUnderTest.class,
          Map.ofEntries(
              Map.entry("build", SHELL),
              Map.entry("war", PathKind.TEXT),
              Map.entry(
                  "context",
                  Schemas.text("a context path such as /shop", "^/[A-Za-z0-9._-]+$", text -> text)),
              Map.entry(
                  "tomcat",
                  Schemas.oneOf(
                      "a number of Tomcats",
                      Schemas.words(List.of(TomcatUse.values()), TomcatUse::toString))),
              Map.entry("serverXml", PathKind.TEXT),
              Map.entry("jvmOptions", Schemas.text("options of a JVM", "^\\s*-.*$", text -> text)),
              Map.entry("command", SHELL),
              Map.entry("variables", VARIABLES),
              Map.entry("artifact", PathKind.TEXT),
              Map.entry("url", URL),
              Map.entry("baselineUrl", URL),
              Map.entry("ready", READY),
              Map.entry("commit", COMMIT),
              Map.entry("metrics", PATH),
              Map.entry("login", LoginFormat.SCHEMA),
              Map.entry(
                  "notRunning",
                  Schemas.listOf(
                      Schemas.text("a glob such as tools/**", "\\S", ServiceFormat::glob)))),
          ServiceFormat::check);

  private ServiceFormat() {}

  private static String glob(String text) {
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + text);
      return text;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'%s' is not a glob: %s".formatted(text, e.getDescription()), e);
    }
  }

  private static URI url(String text) {
    try {
      URI url = new URI(text.replaceFirst("/+$", ""));
      boolean right =
          HEAD.matcher(text).matches()
              && url.getHost() != null
              && url.getUserInfo() == null
              && url.getQuery() == null
              && url.getFragment() == null
              && url.getPort() <= 65_535;
      if (right) {
        return url;
      }
    } catch (URISyntaxException said) {
      throw new IllegalArgumentException("this is not an address: " + said.getReason(), said);
    }
    throw new IllegalArgumentException(
        "expected an address such as https://shop.example.org, without user, query and fragment");
  }

  private static void check(ServiceUnderTest service, ParsedObject parsed) {
    long ways = Stream.of("war", "command", "url").filter(parsed::isGiven).count();
    if (ways != 1) {
      parsed.fault(
          parsed.isGiven("command") ? "command" : "url",
          "a service is one of 'war', 'command' and 'url', not %s"
              .formatted(ways == 0 ? "none" : ways + " of them"));
    }
    if (!service.listens()
        && Stream.of("ready", "commit", "metrics", "auth").anyMatch(parsed::isGiven)) {
      parsed.fault(
          "command",
          "it must say %s, the port to listen on, to be asked anything"
              .formatted(ServiceUnderTest.PORT));
    }
    parsed.needs("context", "war");
    parsed.needs("tomcat", "war");
    parsed.needs("server_xml", "war");
    parsed.needs("jvm_options", "war");
    parsed.needs("artifact", "command");
    parsed.needs("baseline_url", "url");
    if (parsed.isGiven("variables") && parsed.isGiven("url")) {
      parsed.fault("variables", "they mean nothing to what runs already");
    }
    service.variables().forEach((name, text) -> check(name, text, parsed));
    Login login = service.login();
    if (login != null && !login.roles().isEmpty() && !parsed.isGiven("war")) {
      parsed.fault("auth", "'roles' mean nothing without 'war'");
    }
  }

  private static void check(String name, TextTemplate text, ParsedObject parsed) {
    if (text == null) {
      return;
    }
    if (name.equals(PORT_NAME) || text.names().contains(PORT_NAME)) {
      parsed.fault(
          "variables",
          name + ": the port is known to the command alone, as " + ServiceUnderTest.PORT);
    } else if (!text.names().stream().allMatch(TextTemplate::isVariable)) {
      parsed.fault(
          "variables",
          name + ": a variable of this process is written in capitals, as in ${SHOP_DB}");
    }
  }
}
