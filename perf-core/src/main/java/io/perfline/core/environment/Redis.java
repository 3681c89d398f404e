package io.perfline.core.environment;

import io.perfline.core.yaml.Key;

/**
 * The section {@code redis}.
 *
 * @param password null if it asks for none
 */
public record Redis(
    @Key(value = "Its address.", required = true) HostPort address,
    @Key("Its password.") String password) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Redis[address=%s, password=%s]".formatted(address, password == null ? "none" : "***");
  }
}
