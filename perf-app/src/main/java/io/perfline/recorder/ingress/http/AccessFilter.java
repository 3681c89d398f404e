package io.perfline.recorder.ingress.http;

import io.perfline.recorder.settings.RecorderSettings.Who;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Lets GET and HEAD of those through who may; every other method is refused. */
public final class AccessFilter implements Filter {

  private final AccessControl access;
  private final Who who;

  public AccessFilter(AccessControl access, Who who) {
    this.access = access;
    this.who = who;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest httpRequest = (HttpServletRequest) request;
    HttpServletResponse httpResponse = (HttpServletResponse) response;
    try {
      access.require(who, httpRequest, httpResponse);
      String method = httpRequest.getMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        throw new ProblemException(Problem.notAllowed(httpResponse, "GET, HEAD"));
      }
    } catch (ProblemException e) {
      e.problem().send(httpRequest, httpResponse);
      return;
    }
    SecurityHeaders.set(httpResponse);
    chain.doFilter(request, response);
  }

  @Override
  public void init(FilterConfig config) {
    // All that it needs it was given.
  }

  @Override
  public void destroy() {
    // It holds nothing.
  }
}
