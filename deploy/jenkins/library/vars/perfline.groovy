/**
 * Measures and judges, with the perfline that is installed on the agent:
 *
 *   perfline(file: 'perf.yml')
 *   perfline(import: 'k6', files: 'k6.json', load: 'k6 run --out json=k6.json load.js')
 *
 * deploy/jenkins/own-service.md tells of each word. Secrets come from withCredentials around the step, and are no words
 * of it. The build ends by the verdict: PASS as it was, WARN unstable, all else, a verdict that isn't there among it, red.
 *
 * @return the verdict, outcome and summary
 */
Map call(Map wanted) {
  refuseWhatIsUnknown(wanted)
  String id = (env.BUILD_TAG + (wanted.name ? "-${wanted.name}" : '')).replaceAll('[^A-Za-z0-9._-]', '_')
  String run = "runs/${id}"
  Map verdict = null
  currentBuild.description = 'being measured'
  withEnv(wanted.home ? ["PATH+PERFLINE=${wanted.home}/bin"] : []) {
    try {
      lock(resource: 'perfline') { // one build measures at a time, whichever job it is of
        dir(run) {
          deleteDir() // what an earlier build left is no verdict of this one
        }
        int code = wanted.file ? measured(wanted, id) : imported(wanted, run)
        verdict = judged(run, code)
      }
    } catch (e) {
      if (currentBuild.description == 'being measured') {
        currentBuild.description = 'INVALID: no verdict, the build ended before the gate'
      }
      throw e
    } finally {
      keep(run)
    }
  }
  return verdict
}

void refuseWhatIsUnknown(Map wanted) {
  List known = ['name', 'home', 'thresholds', 'environment'] +
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

void refuse(String why) {
  currentBuild.description = "INVALID: no verdict, ${why}"
  error(why)
}

// What there is of it, however it ended: none of this may hide why.
void keep(String run) {
  catchError(buildResult: 'FAILURE', stageResult: 'FAILURE', catchInterruptions: false) {
    if (fileExists("${run}/gate-junit.xml")) {
      junit(testResults: "${run}/gate-junit.xml")
    }
    if (fileExists("${run}/report/index.html")) {
      publishHTML(target: [reportName: 'Performance', reportDir: "${run}/report", reportFiles: 'index.html',
        keepAll: true, alwaysLinkToLastBuild: false, allowMissing: false])
    }
    if (fileExists(run)) {
      archiveArtifacts(artifacts: "${run}/**")
    }
  }
  if (env.CHANGE_ID && (env.GITHUB_TOKEN || env.PERFLINE_GITLAB_TOKEN)) {
    catchError(buildResult: 'SUCCESS', stageResult: 'UNSTABLE', catchInterruptions: false) {
      withEnv(["PULL_REQUEST=${env.CHANGE_ID}", "CI_MERGE_REQUEST_IID=${env.CHANGE_ID}"]) {
        sh(script: "perf-comment ${run}")
      }
    }
  }
  dir(run) {
    deleteDir() // it is archived
  }
}
