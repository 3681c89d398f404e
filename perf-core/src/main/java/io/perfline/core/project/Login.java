package io.perfline.core.project;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Who asks, by names of variables: a secret is never in the file.
 *
 * @param user variable that holds the user of basic authentication; null with {@code bearer}
 * @param password variable that holds its password; null with {@code bearer}
 * @param roles that a Tomcat of the stack is to give this user; empty for one that is known already
 * @param bearer variable that holds a bearer token; null with {@code user}
 */
public record Login(String user, String password, List<String> roles, String bearer) {

  public Login {
    roles = List.copyOf(roles);
  }

  /**
   * The value of the header {@code Authorization}.
   *
   * @param variables the value of each variable of the process
   */
  public String authorization(UnaryOperator<String> variables) {
    if (bearer != null) {
      return "Bearer " + variables.apply(bearer);
    }
    String pair = variables.apply(user) + ":" + variables.apply(password);
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }
}
