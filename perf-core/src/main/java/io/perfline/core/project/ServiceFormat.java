package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The section {@code service}. */
final class ServiceFormat {

  /** What a command must hold: the port that it is to listen on. */
  static final String PORT = "${PORT}";

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

  private static final Property<String> BUILD =
      optional("build", SHELL, "Shell command that makes of a commit what runs.");
  private static final Property<String> WAR =
      optional("war", PathKind.TEXT, "File that is deployed into Tomcat.");
  private static final Property<String> CONTEXT =
      optional(
          "context",
          Schemas.text("a context path such as /shop", "^/[A-Za-z0-9._-]+$", text -> text),
          "Where a WAR is deployed. Default: its file's name.");
  private static final Property<String> COMMAND =
      optional(
          "command",
          SHELL,
          "Starts the service on the port ${PORT} of 127.0.0.1; without it, what listens on none.");
  private static final Property<Map<String, TextTemplate>> VARIABLES =
      optional(
          "variables",
          Schemas.namedHere(
              "variable",
              "letters, digits and '_'",
              "^[A-Za-z_][A-Za-z0-9_]*$",
              name -> new TemplateKind("a text", ".*")),
          "Environment variables of the process that runs it; secrets are variables of this one.");
  private static final Property<String> ARTIFACT =
      optional("artifact", PathKind.TEXT, "File that the command runs, to tell builds apart.");
  private static final Property<URI> ADDRESS =
      optional("url", URL, "Where the service runs already.");
  private static final Property<URI> BASELINE =
      optional("baseline_url", URL, "Where what it is compared with runs.");
  private static final Property<String> GET = required("get", PATH, "Path that is asked.");
  private static final Property<Integer> STATUS =
      optional("status", Schemas.integer("a status", 100, 599), "That answers. Default 200.");
  private static final Property<Duration> WITHIN =
      optional("within", Schemas.duration(), "How long that may take. Default 60 s.");
  private static final Property<JsonPointer> JSON =
      optional("json", POINTER, "Where it stands in the answer. Default: the whole answer.");
  private static final Property<JsonPointer> DIRTY =
      optional("dirty", POINTER, "Where in the answer it is true when the work tree held changes.");
  private static final Property<ReadyCheck> READY =
      optional(
          "ready",
          new ObjectSchema<>(
              "ready",
              parsed ->
                  new ReadyCheck(
                      parsed.get(GET),
                      parsed.get(STATUS, ReadyCheck.USUAL.status()),
                      parsed.get(WITHIN, ReadyCheck.USUAL.within())),
              List.of(GET, STATUS, WITHIN)),
          "When it may be loaded. Default: / answers 200 within 60 s.");
  private static final Property<CommitProbe> COMMIT =
      optional(
          "commit",
          new ObjectSchema<>("commit", ServiceFormat::commit, List.of(GET, JSON, DIRTY)),
          "Where it tells the commit that it was built from.");
  private static final Property<String> METRICS =
      optional("metrics", PATH, "Where it tells Prometheus what it uses.");

  private static final Property<List<String>> NOT_RUNNING =
      optional(
          "not_running",
          Schemas.listOf(Schemas.text("a glob such as tools/**", "\\S", ServiceFormat::glob)),
          "Globs of files in git that have no part in what runs, besides documents, tests, sources"
              + " and CI files: a commit that changes nothing else is not measured again.");

  static final ObjectSchema<ServiceUnderTest> SHAPE =
      ObjectSchema.always(
          "a service",
          ServiceFormat::service,
          List.of(
              BUILD,
              WAR,
              CONTEXT,
              COMMAND,
              VARIABLES,
              ARTIFACT,
              ADDRESS,
              BASELINE,
              READY,
              COMMIT,
              METRICS,
              NOT_RUNNING,
              LoginFormat.KEY));

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
      throw new IllegalArgumentException("this is no address: " + said.getReason(), said);
    }
    throw new IllegalArgumentException(
        "expected an address such as https://shop.example.org, without user, query and fragment");
  }

  private static CommitProbe commit(ParsedObject parsed) {
    belongs(parsed, DIRTY, JSON);
    return new CommitProbe(parsed.get(GET), parsed.get(JSON), parsed.get(DIRTY));
  }

  private static ServiceUnderTest service(ParsedObject parsed) {
    long ways = List.of(WAR, COMMAND, ADDRESS).stream().filter(parsed::isGiven).count();
    if (ways != 1) {
      parsed.fault(
          parsed.isGiven(COMMAND) ? COMMAND : ADDRESS,
          "a service is one of 'war', 'command' and 'url', not %s"
              .formatted(ways == 0 ? "none" : ways + " of them"));
    }
    boolean listens = !parsed.has(COMMAND) || parsed.get(COMMAND).contains(PORT);
    if (!listens && Stream.of(READY, COMMIT, METRICS, LoginFormat.KEY).anyMatch(parsed::isGiven)) {
      parsed.fault(
          COMMAND, "it must say %s, the port to listen on, to be asked anything".formatted(PORT));
    }
    belongs(parsed, CONTEXT, WAR);
    belongs(parsed, ARTIFACT, COMMAND);
    belongs(parsed, BASELINE, ADDRESS);
    if (parsed.isGiven(VARIABLES) && parsed.isGiven(ADDRESS)) {
      parsed.fault(VARIABLES, "they mean nothing to what runs already");
    }
    parsed.get(VARIABLES, Map.of()).forEach((name, text) -> check(name, text, parsed));
    Login login = parsed.get(LoginFormat.KEY);
    if (login != null && !login.roles().isEmpty() && !parsed.isGiven(WAR)) {
      parsed.fault(LoginFormat.KEY, "'roles' mean nothing without 'war'");
    }
    return new ServiceUnderTest(
        parsed.get(BUILD),
        parsed.get(WAR),
        parsed.get(CONTEXT),
        parsed.get(COMMAND),
        parsed.get(VARIABLES, Map.of()),
        parsed.get(ARTIFACT),
        parsed.get(ADDRESS),
        parsed.get(BASELINE),
        listens ? parsed.get(READY, ReadyCheck.USUAL) : null,
        parsed.get(COMMIT),
        parsed.get(METRICS),
        login,
        parsed.get(NOT_RUNNING, List.of()));
  }

  private static void check(String name, TextTemplate text, ParsedObject parsed) {
    if (text == null) {
      return;
    }
    if (name.equals(PORT_NAME) || text.names().contains(PORT_NAME)) {
      parsed.fault(VARIABLES, name + ": the port is known to the command alone, as " + PORT);
    } else if (!text.names().stream().allMatch(TextTemplate::isVariable)) {
      parsed.fault(
          VARIABLES,
          name + ": a variable of this process is written in capitals, as in ${SHOP_DB}");
    }
  }

  private static void belongs(ParsedObject parsed, Property<?> property, Property<?> needed) {
    if (parsed.isGiven(property) && !parsed.isGiven(needed)) {
      parsed.fault(property, "it means nothing without '%s'".formatted(needed.name()));
    }
  }
}
