package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Who asks: names of variables, never what is in them. */
final class LoginFormat {

  /** A variable alone. No fault shows what stands there instead: it may be the secret. */
  private static final Kind<String> VARIABLE =
      new Kind<>() {
        private static final Pattern FORM = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

        @Override
        public String read(Node node, Reading reading) {
          Matcher form = FORM.matcher(node instanceof ScalarNode one ? one.getValue() : "");
          if (form.matches()) {
            return form.group(1);
          }
          reading.fault(reading.place(node), "expected " + what() + ": no secret stands in a file");
          return null;
        }

        @Override
        public String what() {
          return "a variable such as ${SHOP_PASSWORD}";
        }
      };

  private static final Key<String> USER = required("user", VARIABLE, "Variable of the user.");
  private static final Key<String> PASSWORD =
      required("password", VARIABLE, "Variable of the password.");
  private static final Key<List<String>> ROLES =
      optional(
          "roles",
          Kinds.listOf(Kinds.text("a role", "^[A-Za-z0-9._-]+$", text -> text)),
          "That a Tomcat of the stack gives this user.");
  private static final Key<Login> BASIC =
      optional(
          "basic",
          new Shape<>(
              "basic",
              values ->
                  new Login(
                      values.get(USER), values.get(PASSWORD), values.get(ROLES, List.of()), null),
              List.of(USER, PASSWORD, ROLES)),
          "User and password with each request.");
  private static final Key<String> BEARER =
      optional("bearer", VARIABLE, "Variable of a token that goes with each request.");

  static final Key<Login> KEY =
      optional(
          "auth",
          Shape.always(
              "auth",
              values -> {
                if (values.isGiven(BASIC) == values.isGiven(BEARER)) {
                  values.fault(BASIC, "auth is one of 'basic' and 'bearer'");
                }
                return values.has(BEARER)
                    ? new Login(null, null, List.of(), values.get(BEARER))
                    : values.get(BASIC);
              },
              List.of(BASIC, BEARER)),
          "Who asks, with every request to the service.");

  private LoginFormat() {}
}
