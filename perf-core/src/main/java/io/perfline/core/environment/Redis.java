package io.perfline.core.environment;

/**
 * @param password null when it asks for none
 */
public record Redis(HostPort address, String password) {

  /** Without the password. */
  @Override
  public String toString() {
    return "Redis[address=%s, password=%s]".formatted(address, password == null ? "none" : "***");
  }
}
