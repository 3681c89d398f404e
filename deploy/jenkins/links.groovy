// In $JENKINS_HOME/init.groovy.d: the addresses in a build's description, such as that of the worst case in the report,
// become links. Everything else in it stays plain text.
import hudson.markup.EscapedMarkupFormatter
import hudson.markup.MarkupFormatterDescriptor
import jenkins.model.Jenkins

class PlainTextWithLinks extends EscapedMarkupFormatter {

  @Override
  void translate(String text, Writer page) {
    def escaped = new StringWriter()
    super.translate(text, escaped)
    page.write(escaped.toString().replaceAll(/https?:\/\/(?:[^\s<&]|&amp;)+(?<![.,;:)])/, '<a href="$0">$0</a>'))
  }

  @Override
  MarkupFormatterDescriptor getDescriptor() {
    Jenkins.get().getDescriptorOrDie(EscapedMarkupFormatter)
  }

  // Jenkins stores plainText, as in jenkins.yaml, because it does not know this class when it loads its configuration.
  Object writeReplace() {
    new EscapedMarkupFormatter()
  }
}

def jenkins = Jenkins.get()
if (jenkins.markupFormatter.getClass() == EscapedMarkupFormatter) {
  jenkins.markupFormatter = new PlainTextWithLinks()
}
