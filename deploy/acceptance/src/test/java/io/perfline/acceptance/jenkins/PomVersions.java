package io.perfline.acceptance.jenkins;

import java.io.IOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** The versions in the root POM, with which everything else is compared. */
final class PomVersions {

  private final Document pom;

  PomVersions() throws IOException, SAXException, ParserConfigurationException {
    pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Jenkinsfile.ROOT.resolve("pom.xml").toFile());
  }

  /** Returns the value of a property, such as {@code kafka.version}. */
  String of(String property) {
    return pom.getElementsByTagName(property).item(0).getTextContent();
  }
}
