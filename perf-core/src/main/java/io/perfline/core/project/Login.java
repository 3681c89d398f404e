package io.perfline.core.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The section {@code auth}: the credentials of requests. It names variables, because a secret must
 * not be written into a file.
 *
 * @param basic the user and password; null with {@code bearer}
 * @param bearer the variable with the token; null with {@code basic}
 */
@Key.Noun("auth")
public record Login(
    @Key("Sends a user and a password with each request (HTTP Basic).") Basic basic,
    @Key(
            value = "Names the environment variable with the token that is sent with each request.",
            kind = "variable")
        String bearer)
    implements RecordSchema.Checked {

  /** The section {@code basic}. */
  public record Basic(
      @Key(
              value = "Names the environment variable with the user.",
              required = true,
              kind = "variable")
          String user,
      @Key(
              value = "Names the environment variable with the password.",
              required = true,
              kind = "variable")
          String password,
      @Key(
              value = "Lists the roles of this user in the Tomcat of perfline's stack.",
              what = "a role",
              form = "^[A-Za-z0-9._-]+$")
          List<String> roles) {}

  /**
   * Returns the roles that a Tomcat of the local stack gives to the user; empty if the Tomcat has
   * its own users.
   */
  public List<String> roles() {
    return basic == null ? List.of() : basic.roles;
  }

  /**
   * Returns the value of the header {@code Authorization}.
   *
   * @param variables returns the value of a process variable
   */
  public String authorization(UnaryOperator<String> variables) {
    if (bearer != null) {
      String token = variables.apply(bearer);
      if (token.chars().anyMatch(Character::isISOControl)) {
        throw Fault.configuration(
            "the variable %s contains a line break or another control character: export it without"
                .formatted(bearer));
      }
      return "Bearer " + token;
    }
    String pair = variables.apply(basic.user) + ":" + variables.apply(basic.password);
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }

  @Override
  public void check(ParsedObject parsed) {
    if (parsed.isGiven("basic") == parsed.isGiven("bearer")) {
      parsed.fault("basic", "auth is one of 'basic' and 'bearer'");
    }
  }
}
