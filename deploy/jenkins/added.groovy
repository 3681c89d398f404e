// In $JENKINS_HOME/init.groovy.d: a job that jenkins.yaml creates while Jenkins loads its older jobs is stored, but Jenkins
// does not know it until its next start. This adds such jobs, for example perfline-changes after PERF_CHANGES was set.
import jenkins.model.Jenkins

def jenkins = Jenkins.get()
new File(jenkins.rootDir, 'jobs').eachDirMatch(~/perfline.*/) { folder ->
  def configuration = new File(folder, 'config.xml')
  if (configuration.exists() && !jenkins.getItem(folder.name)) {
    jenkins.createProjectFromXML(folder.name, new ByteArrayInputStream(configuration.bytes))
    println "perfline: the job ${folder.name} is added"
  }
}
