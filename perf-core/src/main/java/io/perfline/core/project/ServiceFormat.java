package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The section {@code service}. */
final class ServiceFormat {

  /** What a command must hold: the port that it is to listen on. */
  static final String PORT = "${PORT}";

  private static final String PORT_NAME = "PORT";

  private static final Pattern HEAD = Pattern.compile("https?://.+");
  private static final Kind<String> SHELL = Kinds.text("a command", "\\S", text -> text);
  private static final Kind<URI> URL =
      Kinds.text("an address such as https://shop.example.org", "", ServiceFormat::url);
  private static final Kind<String> PATH =
      Kinds.text("a path such as /health", "^/\\S*$", text -> text);

  static final Kind<JsonPointer> POINTER =
      Kinds.text(
          "a JSON pointer such as /commit",
          "",
          text -> {
            if (!text.startsWith("/")) {
              throw new IllegalArgumentException(
                  "expected a JSON pointer such as /commit, found '%s'".formatted(text));
            }
            return JsonPointer.compile(text);
          });

  private static final Key<String> BUILD =
      optional("build", SHELL, "Shell command that makes of a commit what runs.");
  private static final Key<String> WAR =
      optional("war", PathKind.TEXT, "File that is deployed into Tomcat.");
  private static final Key<String> CONTEXT =
      optional(
          "context",
          Kinds.text("a context path such as /shop", "^/[A-Za-z0-9._-]+$", text -> text),
          "Where a WAR is deployed. Default: its file's name.");
  private static final Key<String> COMMAND =
      optional(
          "command",
          SHELL,
          "Starts the service on the port ${PORT} of 127.0.0.1; without it, what listens on none.");
  private static final Key<Map<String, TextTemplate>> VARIABLES =
      optional(
          "variables",
          Kinds.namedHere(
              "variable",
              "letters, digits and '_'",
              "^[A-Za-z_][A-Za-z0-9_]*$",
              name -> new TemplateKind("a text", ".*")),
          "Environment variables of the process that runs it; secrets are variables of this one.");
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(passw|secret|token|private_?key|api_?key|credential).*");
  private static final Key<String> ARTIFACT =
      optional("artifact", PathKind.TEXT, "File that the command runs, to tell builds apart.");
  private static final Key<URI> ADDRESS = optional("url", URL, "Where the service runs already.");
  private static final Key<URI> BASELINE =
      optional("baseline_url", URL, "Where what it is compared with runs.");
  private static final Key<String> GET = required("get", PATH, "Path that is asked.");
  private static final Key<Integer> STATUS =
      optional("status", Kinds.integer("a status", 100, 599), "That answers. Default 200.");
  private static final Key<Duration> WITHIN =
      optional("within", Kinds.duration(), "How long that may take. Default 60 s.");
  private static final Key<JsonPointer> JSON =
      optional("json", POINTER, "Where it stands in the answer. Default: the whole answer.");
  private static final Key<JsonPointer> DIRTY =
      optional("dirty", POINTER, "Where in the answer it is true when the work tree held changes.");
  private static final Key<ReadyCheck> READY =
      optional(
          "ready",
          new Shape<>(
              "ready",
              values ->
                  new ReadyCheck(
                      values.get(GET),
                      values.get(STATUS, ReadyCheck.USUAL.status()),
                      values.get(WITHIN, ReadyCheck.USUAL.within())),
              List.of(GET, STATUS, WITHIN)),
          "When it may be loaded. Default: / answers 200 within 60 s.");
  private static final Key<CommitProbe> COMMIT =
      optional(
          "commit",
          new Shape<>("commit", ServiceFormat::commit, List.of(GET, JSON, DIRTY)),
          "Where it tells the commit that it was built from.");
  private static final Key<String> METRICS =
      optional("metrics", PATH, "Where it tells Prometheus what it uses.");

  static final Shape<ServiceUnderTest> SHAPE =
      Shape.always(
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
              LoginFormat.KEY));

  private ServiceFormat() {}

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

  private static CommitProbe commit(Values values) {
    belongs(values, DIRTY, JSON);
    return new CommitProbe(values.get(GET), values.get(JSON), values.get(DIRTY));
  }

  private static ServiceUnderTest service(Values values) {
    long ways = List.of(WAR, COMMAND, ADDRESS).stream().filter(values::isGiven).count();
    if (ways != 1) {
      values.fault(
          values.isGiven(COMMAND) ? COMMAND : ADDRESS,
          "a service is one of 'war', 'command' and 'url', not %s"
              .formatted(ways == 0 ? "none" : ways + " of them"));
    }
    boolean listens = !values.has(COMMAND) || values.get(COMMAND).contains(PORT);
    if (!listens && Stream.of(READY, COMMIT, METRICS, LoginFormat.KEY).anyMatch(values::isGiven)) {
      values.fault(
          COMMAND, "it must say %s, the port to listen on, to be asked anything".formatted(PORT));
    }
    belongs(values, CONTEXT, WAR);
    belongs(values, ARTIFACT, COMMAND);
    belongs(values, BASELINE, ADDRESS);
    if (values.isGiven(VARIABLES) && values.isGiven(ADDRESS)) {
      values.fault(VARIABLES, "they mean nothing to what runs already");
    }
    values.get(VARIABLES, Map.of()).forEach((name, text) -> check(name, text, values));
    Login login = values.get(LoginFormat.KEY);
    if (login != null && !login.roles().isEmpty() && !values.isGiven(WAR)) {
      values.fault(LoginFormat.KEY, "'roles' mean nothing without 'war'");
    }
    return new ServiceUnderTest(
        values.get(BUILD),
        values.get(WAR),
        values.get(CONTEXT),
        values.get(COMMAND),
        values.get(VARIABLES, Map.of()),
        values.get(ARTIFACT),
        values.get(ADDRESS),
        values.get(BASELINE),
        listens ? values.get(READY, ReadyCheck.USUAL) : null,
        values.get(COMMIT),
        values.get(METRICS),
        login);
  }

  /** No fault shows what stands there instead of a secret's variable. */
  private static void check(String name, TextTemplate text, Values values) {
    if (text == null) {
      return;
    }
    if (name.equals(PORT_NAME) || text.names().contains(PORT_NAME)) {
      values.fault(VARIABLES, name + ": the port is known to the command alone, as " + PORT);
    } else if (!text.names().stream().allMatch(TextTemplate::isVariable)) {
      values.fault(
          VARIABLES,
          name + ": a variable of this process is written in capitals, as in ${SHOP_DB}");
    } else if (SECRET.matcher(name).matches() && text.names().isEmpty()) {
      values.fault(
          VARIABLES,
          name + ": expected a variable such as ${SHOP_PASSWORD}: no secret stands in a file");
    }
  }

  private static void belongs(Values values, Key<?> key, Key<?> needed) {
    if (values.isGiven(key) && !values.isGiven(needed)) {
      values.fault(key, "it means nothing without '%s'".formatted(needed.name()));
    }
  }
}
