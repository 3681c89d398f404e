/**
 * Measures and judges, with the perfline that is installed on the agent:
 *
 *   perfline(node: 'perf', file: 'perf.yml')
 *   perfline(node: 'perf', import: 'k6', files: 'k6.json', load: 'k6 run --out json=k6.json load.js')
 *
 * deploy/jenkins/README.md describes each parameter. Secrets come from withCredentials around the step, never from a
 * parameter. The verdict decides the build's result: PASS leaves it, WARN makes it unstable, and anything else, a missing
 * verdict included, fails it. The other methods are for the pipelines of perfline itself.
 *
 * @return the verdict, outcome and summary
 */
Map call(Map wanted) {
  refuseWhatIsUnknown(wanted)
  currentBuild.description = 'waiting for its turn'
  Map verdict = null
  try {
    // One build of all jobs measures at a time. It takes the lock before an agent, so waiting occupies no executor.
    lock(resource: 'perfline') {
      currentBuild.description = 'being measured'
      if (wanted.node) {
        node(wanted.node) {
          checkout scm
          verdict = measure(wanted)
        }
      } else {
        verdict = measure(wanted)
      }
    }
  } catch (e) {
    if (currentBuild.description in ['waiting for its turn', 'being measured']) {
      currentBuild.description = 'INVALID: no verdict, the build ended before the gate'
    }
    throw e
  }
  return verdict
}

Map measure(Map wanted) {
  String id = (env.BUILD_TAG + (wanted.name ? "-${wanted.name}" : '')).replaceAll('[^A-Za-z0-9._-]', '_')
  String run = "runs/${id}"
  // The name of the status and of the comment, so that a second step of the build doesn't replace them.
  String load = [wanted.profile, wanted.name].findAll { it && it != 'commit' }.join('/') ?: 'commit'
  Map verdict = null
  List variables = ["PERFLINE_REPORT_URL=${env.BUILD_URL}Performance/index.html"]
  withEnv(wanted.home ? variables + ["PATH+PERFLINE=${wanted.home}/bin"] : variables) {
    try {
      delete(run) // an earlier build's verdict must not count for this one
      int code = wanted.file ? measured(wanted, id) : imported(wanted, run)
      verdict = judged(run, code)
    } finally {
      report(run, env.CHANGE_ID, load, '', verdict == null)
      keep(run)
    }
  }
  return verdict
}

void refuseWhatIsUnknown(Map wanted) {
  List known = ['node', 'name', 'home', 'thresholds', 'environment'] +
    (wanted.file ? ['file', 'profile', 'against'] : ['import', 'files', 'load', 'options', 'history'])
  String unknown = ((wanted.keySet() as List) - known).join(', ')
  if (unknown) {
    refuse("perfline: ${unknown} is not a parameter; the parameters are ${known.join(', ')}")
  }
  if (wanted.file?.contains('/')) {
    refuse("perfline: file '${wanted.file}' must be a name without a folder: go there with dir")
  }
  if (!wanted.file && !(wanted.import && wanted.files)) {
    refuse("perfline: give file: 'perf.yml', or import: with the tool and files: with its result files")
  }
}

// Runs all stages for a perf.yml.
int measured(Map wanted, String id) {
  return perf(['ci', '--file', wanted.file, '--run-id', id] + optionsOf(wanted, ['profile', 'environment', 'against', 'thresholds']))
}

// Imports the results of another tool and runs the stages that follow, in the order of ci.
int imported(Map wanted, String run) {
  List files = wanted.files instanceof List ? wanted.files : [wanted.files]
  List history = wanted.environment ? optionsOf(wanted, ['environment']) : ['--history', wanted.history ?: '.perf/history']
  if (perf(['import', wanted.import] + files + ['--out', run] + optionsOf(wanted, ['load']) + (wanted.options ?: [])) != 0) {
    refuse('the results could not be imported; the message is in the log')
  }
  int gate = perf(['gate', run] + history + optionsOf(wanted, ['thresholds']))
  int published = perf(['publish', run] + history)
  perf(['trend', run] + history + optionsOf(wanted, ['thresholds'])) // for the log: a level shift fails no build
  int reported = perf(['report', run])
  return gate ?: published ?: reported
}

List optionsOf(Map wanted, List names) {
  List words = []
  for (name in names) {
    if (wanted[name]) {
      words += ["--${name}".toString(), wanted[name]]
    }
  }
  return words
}

// Runs perfline with these arguments, each quoted for the shell, and returns the exit code.
int perf(List words) {
  List quoted = []
  for (word in words) {
    String text = word.toString()
    quoted += text ==~ /[A-Za-z0-9_.\/=:@%+,-]+/ ? text : "'" + text.replace("'", "'\\''") + "'"
  }
  return sh(script: "perfline ${quoted.join(' ')}".toString(), returnStatus: true)
}

// The build passes only if both the verdict file and the exit code report a pass.
Map judged(String run, int code) {
  if (!fileExists("${run}/verdict.json")) {
    refuse('it ended before the gate; its message is in the log')
  }
  Map verdict = readJSON(file: "${run}/verdict.json", returnPojo: true)
  String said = "${verdict.outcome}: ${verdict.summary}"
  describe(run, verdict)
  if (code != 0 || !(verdict.outcome in ['PASS', 'WARN'])) {
    if (verdict.outcome in ['PASS', 'WARN']) {
      said = "INVALID: no verdict, perfline ended with ${code} after ${said}"
      currentBuild.description = said
    }
    error(said.toString())
  }
  if (verdict.outcome == 'WARN') {
    unstable(message: verdict.summary)
  }
  return verdict
}

// Fails the build, with the reason in its description.
void refuse(String why) {
  currentBuild.description = "INVALID: no verdict, ${why}"
  error(why)
}

// Runs the steps; if one fails, the description gives the reason.
void failingAs(String what, Closure body) {
  try {
    body()
  } catch (e) {
    currentBuild.description = "INVALID: no verdict, ${what}"
    throw e
  }
}

// Describes the build: the verdict, the worst cases with their values and addresses, and the build compared with.
void describe(String run, Map verdict, String compared = '') {
  String text = fileExists("${run}/verdict.txt") ? readFile(file: "${run}/verdict.txt", encoding: 'UTF-8').trim()
    : "${verdict.outcome}: ${verdict.summary}" // an installed perfline that is older than this library
  currentBuild.description = compared ? "${text}\ncompared with ${compared}" : text
}

// The address of the build whose commit this one was compared with; empty if no build named it.
String buildComparedWith() {
  String name = readJSON(file: 'target/baseline.json', returnPojo: true).baseline?.name ?: ''
  String job = env.BRANCH_NAME ? "${env.JENKINS_URL}job/perfline/" : env.JOB_URL
  return name ==~ /.* build #[0-9]+/ ? job + name.replaceFirst('.*#', '') + '/' : ''
}

// Runs the steps with the passwords of Jenkins' store as TOMCAT_USR, TOMCAT_PSW, …; the local stack has its own.
void withPasswords(Closure body) {
  ifStored(usernamePassword(credentialsId: 'perfline-tomcat', usernameVariable: 'TOMCAT_USR',
      passwordVariable: 'TOMCAT_PSW')) {
    ifStored(usernamePassword(credentialsId: 'perfline-influxdb', usernameVariable: 'INFLUXDB_USR',
        passwordVariable: 'INFLUXDB_PSW'), body)
  }
}

// Runs the steps with the tokens for the hosts of repositories.
void withTokens(Closure body) {
  ifStored(string(credentialsId: 'perfline-github', variable: 'GITHUB_TOKEN')) {
    ifStored(string(credentialsId: 'perfline-gitlab', variable: 'PERFLINE_GITLAB_TOKEN')) {
      ifStored(string(credentialsId: 'perfline-gitea', variable: 'GITEA_TOKEN')) {
        ifStored(string(credentialsId: 'perfline-bitbucket', variable: 'BITBUCKET_TOKEN'), body)
      }
    }
  }
}

// Runs the steps with a secret, or without it if Jenkins' store does not have it.
void ifStored(Object binding, Closure body) {
  boolean found = true
  try {
    withCredentials([binding]) {
      body()
    }
  } catch (e) {
    found = !e.message?.startsWith('Could not find credentials')
    if (found) {
      throw e
    }
  }
  if (!found) {
    body()
  }
}

// Reports the verdict to the host of the repository, if there is a token for it: the status of the commit, and one
// comment in the change request, if there is one. A build that failed after its verdict has no success.
void report(String run, String change, String load = 'commit', String folder = '', boolean failed = false) {
  if (!(env.GITHUB_TOKEN || env.PERFLINE_GITLAB_TOKEN || env.GITEA_TOKEN || env.BITBUCKET_TOKEN)) {
    return
  }
  String name = load == 'commit' ? 'perfline' : "perfline/${load}"
  withEnv(["PERFLINE_CHECK=${name}", "PERFLINE_FAILED=${failed ? 'true' : ''}"]) {
    catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
      sh(script: "${folder}perfline-status ${run}".toString())
    }
    if (change && (env.GITHUB_TOKEN || env.PERFLINE_GITLAB_TOKEN)) {
      catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
        withEnv(["PULL_REQUEST=${change}", "CI_MERGE_REQUEST_IID=${change}"]) {
          sh(script: "${folder}perfline-comment ${run}".toString())
        }
      }
    }
  }
}

// Keeps the results of a run, however it ended; a failure here must not hide the reason.
void keep(String run) {
  catchError(buildResult: 'FAILURE', stageResult: 'FAILURE', catchInterruptions: false) {
    if (fileExists("${run}/gate-junit.xml")) {
      junit(testResults: "${run}/gate-junit.xml", keepProperties: true) // among them links into the report
    }
    if (fileExists("${run}/report/index.html")) {
      // The job's own page shows the last report that passed or warned; each build keeps its own.
      publishHTML(target: [reportName: 'Performance', reportDir: "${run}/report", reportFiles: 'index.html',
        keepAll: true, alwaysLinkToLastBuild: false, allowMissing: false])
    }
    if (fileExists(run)) {
      archiveArtifacts(artifacts: "${run}/**,${run}-since-release/**")
    }
  }
  delete(run) // it is archived
}

// Deletes a run and its comparison with the release.
void delete(String run) {
  for (folder in [run, "${run}-since-release"]) {
    dir(folder) {
      deleteDir()
    }
  }
}

// Sends a mail and a chat message, if jenkins.yaml has their addresses.
void tell(String what) {
  String said = currentBuild.description ?: 'the reason is in its log'
  String text = "${env.JOB_NAME} ${currentBuild.displayName} ${what}: ${said.split('\n')[0]}"
  catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
    if (env.PERF_MAIL) {
      mail(to: env.PERF_MAIL, subject: text, body: "${said}\n\n${env.BUILD_URL}")
    }
  }
  catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
    ifStored(string(credentialsId: 'perfline-chat', variable: 'CHAT_URL')) {
      if (env.CHAT_URL) {
        String message = writeJSON(returnText: true, json: [text: "${text} ${env.BUILD_URL}".toString()])
        httpRequest(url: env.CHAT_URL, httpMode: 'POST', contentType: 'APPLICATION_JSON', requestBody: message,
          quiet: true, timeout: 30)
      }
    }
  }
}

// Each generator makes its shard of the load; all of them start at the same time. The shards are merged into the run RUN.
// With a baseline, a commit or the one that the options of perfline baseline in which find, each generator builds it as
// well, since it identifies both builds; the first one deploys them. Returns the exit code of perfline merge.
int measureTogether(int generators, String baseline = '', String measure = '', String cases = '', String which = '') {
  String against = which ?: (baseline ? "--against ${baseline}" : '')
  int ready = 0
  String start = null
  Map shards = [failFast: true] // a generator without a shard leaves no run, so the others need not measure
  for (int i = 1; i <= generators; i++) {
    String number = i.toString()
    shards["generator ${number}".toString()] = {
      node('loadgen') {
        // Checks out the commit of this build, whatever has been pushed since.
        checkout(scm: [$class: 'GitSCM', branches: [[name: env.MEASURED]], userRemoteConfigs: scm.userRemoteConfigs],
          poll: false, changelog: false)
        sh './perfline build'
        if (against) {
          sh "./perfline baseline ${against}${measure}" + ' --environment "$PLACE" --out target/baseline.json'
        }
        ready++
        long last = System.currentTimeMillis() + 30 * 60_000
        waitUntil(initialRecurrencePeriod: 1000, quiet: true) {
          if (System.currentTimeMillis() > last) {
            error("generator ${number} waited 30 minutes for the others: ${ready} of ${generators} are ready;" +
              ' the log shows what the others were doing')
          }
          ready == generators
        }
        start = start ?: (System.currentTimeMillis() + 60000).toString()
        try {
          withEnv(["SHARD=${number}/${generators}", "OUT=${env.RUN}.shards/${number}", "START=${start}"]) {
            catchError(buildResult: 'SUCCESS', stageResult: 'FAILURE', catchInterruptions: false) {
              String paired = against ? ' --baseline target/baseline.json --gap 60' + measure : ''
              sh './perfline run' + cases +
                ' --profile "$LOAD" --shard "$SHARD" --start-at "$START" --out "$OUT" --environment "$PLACE"' + paired
            }
          }
          dir("${env.RUN}.shards") {
            stash(name: "shard-${number}", includes: "${number}/**")
          }
        } finally {
          dir("${env.RUN}.shards") {
            deleteDir()
          }
        }
      }
    }
  }
  parallel shards
  try {
    dir("${env.RUN}.shards") {
      for (int i = 1; i <= generators; i++) {
        unstash("shard-${i}")
      }
    }
    return sh(returnStatus: true, script: './perfline merge "$RUN".shards/* --out "$RUN"')
  } finally {
    dir("${env.RUN}.shards") {
      deleteDir()
    }
  }
}

// Adds the commits of the first new level shift to the description, with a link that searches between them.
void sayWhereToLook(List shifts) {
  for (shift in shifts) {
    if (shift.state == 'new') {
      String search = "${env.JENKINS_URL}job/perfline-bisect/buildWithParameters" +
        "?GOOD=${shift.after_commit}&BAD=${shift.up_to_commit}"
      echo("find the commit: ${search}")
      currentBuild.description += "\nlevel shift of ${shift.case} ${shift.metric}; find the commit: ${search}"
      return
    }
  }
}
