package io.perfline.core.environment;

import io.perfline.core.yaml.Key;

/**
 * The section {@code redis}.
 *
 * @param password the password; null if Redis requires none
 */
public record Redis(
    @Key(value = "Sets the address of Redis as host:port.", required = true) HostPort address,
    @Key("Sets the password of Redis; without it, the client does not authenticate.")
        String password) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Redis[address=%s, password=%s]".formatted(address, password == null ? "none" : "***");
  }
}
