package io.perfline.deploy.tomcat.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Reports what its WAR was built from, like the recorder. */
public final class VersionServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Properties version = new Properties();
    try (InputStream in = getServletContext().getResourceAsStream("/WEB-INF/running.properties")) {
      version.load(in);
    }
    response.setContentType("application/json");
    response
        .getWriter()
        .printf(
            "{\"commit\": \"%s\", \"version\": \"%s\", \"dirty\": %s}",
            version.getProperty("git.commit.id.full"),
            version.getProperty("git.build.version"),
            version.getProperty("git.dirty"));
  }
}
