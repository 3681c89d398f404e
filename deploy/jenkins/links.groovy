// In $JENKINS_HOME/init.groovy.d: turns the description of a finished build of perfline into HTML with one line per line
// and its addresses as links. Needs the formatter rawHtml of jenkins.yaml, which removes whatever is not safe.
import hudson.model.Run
import hudson.model.TaskListener
import hudson.model.listeners.RunListener

class LinkedDescriptions extends RunListener<Run> {

  LinkedDescriptions() {
    super(Run)
  }

  @Override
  void onCompleted(Run build, TaskListener log) {
    if (build.parent.fullName.startsWith('perfline') && build.description) {
      build.description = html(build.description)
    }
  }

  static String html(String text) {
    String safe = text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')
    return safe.replaceAll('https?://[^\\s()]+', '<a href="$0">$0</a>').replace('\n', '<br>\n')
  }
}

RunListener.all().add(new LinkedDescriptions())
