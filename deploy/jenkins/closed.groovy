// In $JENKINS_HOME/init.groovy.d: if Jenkins has read no jenkins.yaml, nobody has access, instead of everybody.
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
