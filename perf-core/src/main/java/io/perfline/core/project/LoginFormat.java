package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Who asks: names of variables, never what is in them. */
final class LoginFormat {

  /** A variable alone. No fault shows what stands there instead: it may be the secret. */
  private static final Schema<String> VARIABLE =
      new Schema<>() {
        @Override
        public String read(Node node, ParseContext context) {
          String text = node instanceof ScalarNode one ? one.getValue() : "";
          TextTemplate template = TextTemplate.of(text, context.place(node));
          if (template.isNameAlone()) {
            return template.names().get(0);
          }
          context.fault(context.place(node), "expected " + what() + ": no secret stands in a file");
          return null;
        }

        @Override
        public boolean checksSecrets() {
          return true;
        }

        @Override
        public String what() {
          return "a variable such as ${SHOP_PASSWORD}";
        }
      };

  private static final Property<String> USER = required("user", VARIABLE, "Variable of the user.");
  private static final Property<String> PASSWORD =
      required("password", VARIABLE, "Variable of the password.");
  private static final Property<List<String>> ROLES =
      optional(
          "roles",
          Schemas.listOf(Schemas.text("a role", "^[A-Za-z0-9._-]+$", text -> text)),
          "That a Tomcat of the stack gives this user.");
  private static final Property<Login> BASIC =
      optional(
          "basic",
          new ObjectSchema<>(
              "basic",
              parsed ->
                  new Login(
                      parsed.get(USER), parsed.get(PASSWORD), parsed.get(ROLES, List.of()), null),
              List.of(USER, PASSWORD, ROLES)),
          "User and password with each request.");
  private static final Property<String> BEARER =
      optional("bearer", VARIABLE, "Variable of a token that goes with each request.");

  static final Schema<Login> SCHEMA =
      ObjectSchema.always(
          "auth",
          parsed -> {
            if (parsed.isGiven(BASIC) == parsed.isGiven(BEARER)) {
              parsed.fault(BASIC, "auth is one of 'basic' and 'bearer'");
            }
            return parsed.has(BEARER)
                ? new Login(null, null, List.of(), parsed.get(BEARER))
                : parsed.get(BASIC);
          },
          List.of(BASIC, BEARER));

  private LoginFormat() {}
}
