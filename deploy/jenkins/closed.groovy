// In $JENKINS_HOME/init.groovy.d: a Jenkins that read no jenkins.yaml comes up closed instead of open to everybody.
import hudson.security.FullControlOnceLoggedInAuthorizationStrategy
import hudson.security.HudsonPrivateSecurityRealm
import jenkins.model.Jenkins

def jenkins = Jenkins.get()
if (!jenkins.isUseSecurity()) {
  def loggedIn = new FullControlOnceLoggedInAuthorizationStrategy()
  loggedIn.allowAnonymousRead = false
  jenkins.securityRealm = new HudsonPrivateSecurityRealm(false) // with no user
  jenkins.authorizationStrategy = loggedIn
  println 'perfline: jenkins.yaml was not read, nobody can log in; the reason is above'
}
