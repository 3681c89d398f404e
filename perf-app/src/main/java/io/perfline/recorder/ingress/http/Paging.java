package io.perfline.recorder.ingress.http;

import javax.servlet.http.HttpServletRequest;

/** Reads the parameters of a page: its size and its start. */
public final class Paging {

  /** The default number of items on a page. */
  public static final int DEFAULT_SIZE = 50;

  public static final int MAX_SIZE = 500;

  private static final int MAX_CURSOR_LENGTH = 2048;

  private Paging() {}

  static int size(HttpServletRequest request) throws ProblemException {
    String text = request.getParameter("size");
    if (text == null) {
      return DEFAULT_SIZE;
    }
    int size = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
    if (size < 1 || size > MAX_SIZE) {
      throw new ProblemException(Problem.badRequest("size must be a number from 1 to " + MAX_SIZE));
    }
    return size;
  }

  /** Returns the cursor at which the page starts; empty for the first page. */
  public static String cursor(HttpServletRequest request) throws ProblemException {
    return token(request, "cursor");
  }

  /** Returns the locator of a recording; empty if the request has none. */
  public static String locator(HttpServletRequest request) throws ProblemException {
    return token(request, "at");
  }

  private static String token(HttpServletRequest request, String name) throws ProblemException {
    String text = request.getParameter(name);
    if (text == null) {
      return "";
    }
    if (text.length() > MAX_CURSOR_LENGTH || !text.matches("[A-Za-z0-9._~-]*")) {
      throw new ProblemException(
          Problem.badRequest(name + " must be taken from what the recorder answered before"));
    }
    return text;
  }
}
