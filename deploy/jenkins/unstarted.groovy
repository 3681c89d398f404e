// In $JENKINS_HOME/init.groovy.d: a build that ended before its pipeline began, such as one whose repository cannot be
// reached, ran no step that could describe it or send the mail. This does both.
import hudson.model.Result
import hudson.model.Run
import hudson.model.TaskListener
import hudson.model.listeners.RunListener
import hudson.slaves.EnvironmentVariablesNodeProperty
import hudson.tasks.MailSender
import jenkins.model.Jenkins

class UnstartedBuilds extends RunListener<Run> {

  UnstartedBuilds() {
    super(Run)
  }

  @Override
  void onCompleted(Run build, TaskListener log) {
    if (!build.parent.fullName.startsWith('perfline') || build.result != Result.FAILURE || build.description) {
      return
    }
    build.description = 'INVALID: no verdict, its pipeline could not be read from the repository; the log shows the reason'
    String recipients = Jenkins.get().globalNodeProperties.get(EnvironmentVariablesNodeProperty)?.envVars?.PERF_MAIL
    if (recipients) {
      new MailSender(recipients, false, false).run(build, log)
    }
  }
}

RunListener.all().add(new UnstartedBuilds())
