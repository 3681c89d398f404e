package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.nio.file.Path;
import java.util.List;

/**
 * The section {@code cassandra}.
 *
 * @param user the user; null if the cluster requires none
 * @param truststore the file with trusted certificates; null for those of the JDK
 * @param truststorePassword the password of the file; null if it has none
 */
public record Cassandra(
    @Key(
            value = "Lists the nodes, as host:port, to which the Cassandra driver connects first.",
            required = true)
        List<HostPort> contactPoints,
    @Key(
            value = "Names the local data center of the Cassandra driver's load balancing.",
            required = true)
        String datacenter,
    @Key("Names the user who logs in; without it, the connection is anonymous.") String user,
    @Key("Sets the password of the user.") String password,
    @Key(value = "Encrypts the connection with TLS if true.", name = "tls") boolean encrypted,
    @Key("Names the file (JKS, PKCS12 or PEM) of the certificates that the client trusts.")
        Path truststore,
    @Key("Sets the password of the truststore.") String truststorePassword,
    @Key(
            value = "Requires that the certificate was issued for the host that is connected to.",
            defaultValue = "true")
        boolean verifyHost)
    implements RecordSchema.Checked {

  /** Returns the settings for verifying the server; null if the connection is not encrypted. */
  public Tls tls() {
    return encrypted ? new Tls(truststore, truststorePassword, verifyHost) : null;
  }

  @Override
  public void check(ParsedObject parsed) {
    parsed.needs("user", "password");
    parsed.needs("password", "user");
    parsed.needs("truststore", "tls");
    parsed.needs("truststore_password", "truststore");
    parsed.needs("verify_host", "tls");
  }

  /** Omits the passwords. */
  @Override
  public String toString() {
    return "Cassandra[contactPoints=%s, datacenter=%s, user=%s, password=%s, tls=%s]"
        .formatted(contactPoints, datacenter, user, password == null ? "none" : "***", tls());
  }
}
