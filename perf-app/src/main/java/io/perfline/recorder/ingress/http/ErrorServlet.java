package io.perfline.recorder.ingress.http;

import java.io.IOException;
import javax.servlet.RequestDispatcher;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Says what the server itself refuses, such as an address that nothing answers to, as every other
 * problem is said: without the server's name, version or a stack trace.
 */
public final class ErrorServlet extends HttpServlet {

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    problem(status instanceof Integer code ? code : 404).send(request, response);
  }

  private static Problem problem(int status) {
    return switch (status) {
      case 404 -> Problem.notFound("there is nothing at this address");
      case 405 -> new Problem(405, "Method Not Allowed", "this can't be done here");
      case 500 -> new Problem(500, "Internal Server Error", "see the recorder's log");
      default -> new Problem(status, "Error", "the server has refused the request");
    };
  }
}
