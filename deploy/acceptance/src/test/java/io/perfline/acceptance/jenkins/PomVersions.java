package io.perfline.acceptance.jenkins;

import java.io.IOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** The versions in the root pom, which everything else must equal. */
final class PomVersions {

  private final Document pom;

  PomVersions() throws IOException, SAXException, ParserConfigurationException {
    pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Jenkinsfile.ROOT.resolve("pom.xml").toFile());
  }

  /** Value of a property, say {@code kafka.version}. */
  String of(String property) {
    return pom.getElementsByTagName(property).item(0).getTextContent();
  }
}
