package io.perfline.deploy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.deploy.process.Secret;
import io.perfline.deploy.server.HostedService.TomcatUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the user that the stack's Tomcat creates for a WAR. */
class TomcatUserTest {

  private static final String BASIC = "{basic: {user: '${WHO}', password: '${SECRET}'";
  @TempDir private Path folder;

  @Test
  void hasTheConfiguredRolesAndAHashedPassword() throws IOException {
    Project project = project("war: shop.war, auth: " + BASIC + ", roles: [shop, jolokia]}}");

    TomcatUser user = TomcatUser.of(project, Map.of("WHO", "ann", "SECRET", "open sesame"));

    assertThat(user.xml())
        .isEqualTo(
            "<role rolename=\"shop\"/><role rolename=\"jolokia\"/>"
                + "<user username=\"ann\" password=\"%s\" roles=\"shop,jolokia\"/>"
                    .formatted(Secret.digest("open sesame")));
    assertThat(user.toString()).doesNotContain("sesame");
  }

  @Test
  void noUserIsCreatedWithoutRoles() throws IOException {
    assertThat(TomcatUser.of(project("war: shop.war"), Map.of())).isNull();
    assertThat(TomcatUser.of(project("war: shop.war, auth: " + BASIC + "}}"), Map.of())).isNull();
  }

  @Test
  void refusesAMissingVariableAndAnInvalidName() throws IOException {
    Project project = project("war: shop.war, auth: " + BASIC + ", roles: [shop]}}");

    assertThatThrownBy(() -> TomcatUser.of(project, Map.of("WHO", "ann")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("needs the variable SECRET");
    for (String name : new String[] {"perf", "a\"b", "a<b"}) {
      assertThatThrownBy(() -> TomcatUser.of(project, Map.of("WHO", name, "SECRET", "x")))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("WHO is not a valid user name");
    }
  }

  @Test
  void rolesRequireAWar() {
    assertThatThrownBy(() -> project("url: 'http://a', auth: " + BASIC + ", roles: [shop]}}"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("'roles' require 'war'");
  }

  private Project project(String service) throws IOException {
    return SampleProject.of(folder, service);
  }
}
