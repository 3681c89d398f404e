/**
 * Measures and judges, with the perfline that is installed on the agent:
 *
 *   perfline(node: 'perf', file: 'perf.yml')
 *   perfline(node: 'perf', import: 'k6', files: 'k6.json', load: 'k6 run --out json=k6.json load.js')
 *
 * deploy/jenkins/README.md tells of each word. Secrets come from withCredentials around the step, and are no words of it.
 * The build ends by the verdict: PASS as it was, WARN unstable, all else, a verdict that isn't there among it, red.
 * The pipelines of perfline itself call the rest.
 *
 * @return the verdict, outcome and summary
 */
Map call(Map wanted) {
  refuseWhatIsUnknown(wanted)
  currentBuild.description = 'being measured'
  Map verdict = null
  try {
    // One build measures at a time, whichever job it is of; the lock before the agent: one that waits holds no executor.
    lock(resource: 'perfline') {
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
    if (currentBuild.description == 'being measured') {
      currentBuild.description = 'INVALID: no verdict, the build ended before the gate'
    }
    throw e
  }
  return verdict
}

Map measure(Map wanted) {
  String id = (env.BUILD_TAG + (wanted.name ? "-${wanted.name}" : '')).replaceAll('[^A-Za-z0-9._-]', '_')
  String run = "runs/${id}"
  Map verdict = null
  withEnv(wanted.home ? ["PATH+PERFLINE=${wanted.home}/bin"] : []) {
    try {
      dir(run) {
        deleteDir() // what an earlier build left is no verdict of this one
      }
      int code = wanted.file ? measured(wanted, id) : imported(wanted, run)
      verdict = judged(run, code)
    } finally {
      comment(run, env.CHANGE_ID)
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
    refuse("perfline: ${unknown} is not known here; known are ${known.join(', ')}")
  }
  if (wanted.file?.contains('/')) {
    refuse("perfline: runs lie beside ${wanted.file}: go there by dir, and name the file alone")
  }
  if (!wanted.file && !(wanted.import && wanted.files)) {
    refuse("perfline: it takes file: 'perf.yml', or import: with the tool and files: with what it wrote")
  }
}

// Everything, by a perf.yml.
int measured(Map wanted, String id) {
  return perf(['ci', '--file', wanted.file, '--run-id', id] + optionsOf(wanted, ['profile', 'environment', 'against', 'thresholds']))
}

// What another tool measured, in the order in which ci does it.
int imported(Map wanted, String run) {
  List files = wanted.files instanceof List ? wanted.files : [wanted.files]
  List history = wanted.environment ? optionsOf(wanted, ['environment']) : ['--history', wanted.history ?: '.perf/history']
  if (perf(['import', wanted.import] + files + ['--out', run] + optionsOf(wanted, ['load']) + (wanted.options ?: [])) != 0) {
    refuse('what was measured could not be imported; the message is in the log')
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

// Its exit code; each word is one of the shell's, whatever it holds.
int perf(List words) {
  List quoted = []
  for (word in words) {
    String text = word.toString()
    quoted += text ==~ /[A-Za-z0-9_.\/=:@%+,-]+/ ? text : "'" + text.replace("'", "'\\''") + "'"
  }
  return sh(script: "perf ${quoted.join(' ')}".toString(), returnStatus: true)
}

// Green is what says so twice: the file and the exit code.
Map judged(String run, int code) {
  if (!fileExists("${run}/verdict.json")) {
    refuse('it ended before the gate; its message is in the log')
  }
  Map verdict = readJSON(file: "${run}/verdict.json", returnPojo: true)
  String said = "${verdict.outcome}: ${verdict.summary}"
  currentBuild.description = said
  if (code != 0 || !(verdict.outcome in ['PASS', 'WARN'])) {
    if (verdict.outcome in ['PASS', 'WARN']) {
      said = "INVALID: no verdict, perf ended with ${code} behind ${said}"
      currentBuild.description = said
    }
    error(said.toString())
  }
  if (verdict.outcome == 'WARN') {
    unstable(message: verdict.summary)
  }
  return verdict
}

// Ends the build, and says why in its description.
void refuse(String why) {
  currentBuild.description = "INVALID: no verdict, ${why}"
  error(why)
}

// Does the steps; when one fails, the description says what that means.
void failingAs(String what, Closure body) {
  try {
    body()
  } catch (e) {
    currentBuild.description = "INVALID: no verdict, ${what}"
    throw e
  }
}

// The verdict as the one comment of a change request, where there is one and a token of its host.
void comment(String run, String change, String program = 'perf-comment') {
  if (change && (env.GITHUB_TOKEN || env.PERFLINE_GITLAB_TOKEN)) {
    catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
      withEnv(["PULL_REQUEST=${change}", "CI_MERGE_REQUEST_IID=${change}"]) {
        sh(script: "${program} ${run}".toString())
      }
    }
  }
}

// What there is of it, however it ended: none of this may hide why.
void keep(String run) {
  catchError(buildResult: 'FAILURE', stageResult: 'FAILURE', catchInterruptions: false) {
    if (fileExists("${run}/gate-junit.xml")) {
      junit(testResults: "${run}/gate-junit.xml")
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
  dir(run) {
    deleteDir() // it is archived
  }
}

// By mail, and to a chat, where jenkins.yaml has their addresses.
void tell(String what) {
  String text = "${env.JOB_NAME} ${currentBuild.displayName} ${what}: ${currentBuild.description ?: 'its log says why'}"
  catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
    if (env.PERF_MAIL) {
      mail(to: env.PERF_MAIL, subject: text, body: "${text}\n\n${env.BUILD_URL}")
    }
  }
  catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
    withCredentials([string(credentialsId: 'perfline-chat', variable: 'CHAT_URL')]) {
      if (env.CHAT_URL) {
        String message = writeJSON(returnText: true, json: [text: "${text} ${env.BUILD_URL}".toString()])
        httpRequest(url: env.CHAT_URL, httpMode: 'POST', contentType: 'APPLICATION_JSON', requestBody: message,
          quiet: true, timeout: 30)
      }
    }
  }
}

// Each generator takes its shard of the load, all of them from the same moment on.
void measureTogether(int generators) {
  int ready = 0
  String start = null
  Map shards = [:]
  for (int i = 1; i <= generators; i++) {
    String number = i.toString()
    shards["generator ${number}".toString()] = {
      node('loadgen') {
        // What this build measures, whatever has been pushed since.
        checkout(scm: [$class: 'GitSCM', branches: [[name: env.MEASURED]], userRemoteConfigs: scm.userRemoteConfigs],
          poll: false, changelog: false)
        sh './perf build'
        ready++
        waitUntil(initialRecurrencePeriod: 1000, quiet: true) { ready == generators }
        start = start ?: (System.currentTimeMillis() + 60000).toString()
        withEnv(["SHARD=${number}/${generators}", "OUT=${env.RUN}.shards/${number}", "START=${start}"]) {
          catchError(buildResult: 'SUCCESS', stageResult: 'FAILURE', catchInterruptions: false) {
            sh './perf run --profile "$LOAD" --shard "$SHARD" --start-at "$START" --out "$OUT" --environment "$PLACE"'
          }
        }
        dir("${env.RUN}.shards") {
          stash(name: "shard-${number}", includes: "${number}/**")
          deleteDir()
        }
      }
    }
  }
  parallel shards
  dir("${env.RUN}.shards") {
    for (int i = 1; i <= generators; i++) {
      unstash("shard-${i}")
    }
  }
  sh './perf merge "$RUN".shards/* --out "$RUN"'
}

// The commits of the first new level shift, and the address that starts the search between them.
void sayWhereToLook(List shifts) {
  for (shift in shifts) {
    if (shift.state == 'new') {
      String search = "${env.JENKINS_URL}job/perfline-bisect/buildWithParameters" +
        "?GOOD=${shift.after_commit}&BAD=${shift.up_to_commit}"
      echo("which commit it was: ${search}")
      currentBuild.description += "; its trend shifted, ${shift.case} ${shift.metric}; which commit it was: ${search}"
      return
    }
  }
}
