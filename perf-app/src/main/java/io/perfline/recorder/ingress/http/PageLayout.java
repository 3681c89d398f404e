package io.perfline.recorder.ingress.http;

/** What all pages have around them. */
public final class PageLayout {

  private PageLayout() {}

  /** Everything before the content, with the title as its heading. */
  public static Html begin(String contextPath, String title) {
    return new Html()
        .raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        .text(title)
        .raw(" &ndash; recorder</title>\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<link rel=\"stylesheet\" href=\"")
        .text(contextPath)
        .raw("/assets/recorder.css\">\n<link rel=\"icon\" href=\"")
        .text(contextPath)
        .raw("/assets/recorder.svg\" type=\"image/svg+xml\">\n<script src=\"")
        .text(contextPath)
        .raw("/assets/recorder.js\" defer></script>\n</head>\n<body>\n")
        .raw("<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header>\n<a href=\"")
        .text(contextPath)
        .raw("/\"><img src=\"")
        .text(contextPath)
        .raw("/assets/recorder.svg\" alt=\"\" width=\"32\" height=\"32\"> recorder</a>\n")
        .raw("</header>\n<main id=\"main\">\n<h1>")
        .text(title)
        .raw("</h1>\n");
  }

  public static String end(Html page) {
    return page.raw("</main>\n</body>\n</html>\n").toString();
  }

  /** The way to the next page, when there is one. */
  public static Html next(Html page, String address) {
    if (address == null) {
      return page;
    }
    return page.raw("<nav aria-label=\"Pages\"><a rel=\"next\" href=\"")
        .text(address)
        .raw("\">Next page</a></nav>\n");
  }
}
