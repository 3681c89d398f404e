package io.perfline.proof.bench;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** An empty servlet, which answers GET with 200 OK and POST with 201 Created. */
public final class EmptyServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    response.setContentLength(0);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setContentLength(0);
  }
}
