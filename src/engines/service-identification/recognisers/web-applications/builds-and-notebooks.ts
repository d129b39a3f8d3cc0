import type { WebApplication } from './web-application.ts';

/** What runs programs on somebody's behalf: builds, notebooks, workflows, terminals, clusters for computing. */
export const runnerApplications: readonly WebApplication[] = [
  {
    service: 'airflow',
    product: 'Apache Airflow',
    purpose: 'runner',
    shows: [{ title: /^(?:Sign In|DAGs) - Airflow$|^Airflow(?: - (?:DAGs|Login))?$/ }],
    access: [
      {
        open: { title: /^(?:DAGs - Airflow|Airflow - DAGs)$/ },
        guarded: [{ title: /^(?:Sign In - Airflow|Airflow - Login)$/ }],
      },
    ],
  },
  {
    // nightlies.apache.org/flink, REST API: whoever reaches it may upload and start programs; there is no login.
    service: 'flink',
    product: 'Apache Flink',
    purpose: 'runner',
    shows: [{ title: /^Apache Flink Web Dashboard$/ }],
    access: [
      {
        path: '/config',
        open: { status: 200, json: { 'flink-version': 'string', 'refresh-interval': 'number' } },
        version: 'flink-version',
      },
    ],
  },
  {
    service: 'spark',
    product: 'Apache Spark',
    purpose: 'runner',
    shows: [{ title: /^Spark Master at spark:\/\// }],
    access: [{ open: { title: /^Spark Master at spark:\/\//, status: 200 } }],
  },
  {
    service: 'yarn',
    product: 'Apache Hadoop YARN',
    purpose: 'runner',
    shows: [{ title: /^All Applications$/, body: /Logged in as: / }],
    access: [
      {
        path: '/ws/v1/cluster/info',
        open: { status: 200, json: { 'clusterInfo.resourceManagerVersion': 'string' } },
        version: 'clusterInfo.resourceManagerVersion',
      },
    ],
  },
  {
    service: 'zeppelin',
    product: 'Apache Zeppelin',
    purpose: 'runner',
    shows: [{ title: /^Zeppelin$/, body: /\bzeppelinWebApp\b|<zeppelin-root/ }],
    access: [{ path: '/api/notebook', open: { status: 200, json: { status: /^OK$/, body: 'list' } } }],
  },
  {
    service: 'rundeck',
    product: 'Rundeck',
    purpose: 'runner',
    shows: [{ title: /^Rundeck(?: - Login)?$/ }],
    access: [{ guarded: [{ title: /Login$/ }] }],
  },
  {
    service: 'nifi',
    product: 'Apache NiFi',
    purpose: 'runner',
    shows: [{ title: /^NiFi$/ }],
    access: [
      {
        path: '/nifi-api/flow/about',
        open: { status: 200, json: { 'about.title': /^NiFi$/ } },
        version: 'about.version',
      },
    ],
  },
  {
    service: 'teamcity',
    product: 'TeamCity',
    purpose: 'runner',
    shows: [{ header: ['teamcity-node-id', /^/] }, { cookie: /^TCSESSIONID$/ }],
    access: [{}],
  },
  { service: 'drone', product: 'Drone', purpose: 'runner', shows: [{ title: /^Drone \| Continuous Integration$/ }] },
  {
    service: 'woodpecker',
    product: 'Woodpecker CI',
    purpose: 'runner',
    shows: [{ title: /^Woodpecker$/, body: /\bweb-config\.js\b/ }],
  },
  {
    service: 'concourse',
    product: 'Concourse',
    purpose: 'runner',
    shows: [{ title: /^Concourse$/, body: /\/public\/elm/ }],
  },
  {
    service: 'gocd',
    product: 'GoCD',
    purpose: 'runner',
    shows: [{ title: /\bGoCD\b/ }, { header: ['location', /\/go\/auth\/login$/] }],
  },
  {
    service: 'argo-workflows',
    product: 'Argo Workflows',
    purpose: 'runner',
    shows: [{ title: /^Argo$/, body: /<div id="app">/ }],
  },
  {
    service: 'n8n',
    product: 'n8n',
    purpose: 'runner',
    shows: [{ title: /^n8n\.io - Workflow Automation$/ }],
    // Whether its owner has been set up yet is in the settings of the page; a login is asked for in newer versions.
    access: [{ path: '/rest/login', guarded: [{ status: 401 }] }],
  },
  {
    // nodered.org/docs/user-guide/runtime/securing-node-red: without adminAuth the editor and its API are for everybody.
    service: 'node-red',
    product: 'Node-RED',
    purpose: 'runner',
    shows: [{ title: /^Node-RED$/ }],
    access: [
      {
        path: '/settings',
        open: { status: 200, json: { httpNodeRoot: 'string', version: 'string' } },
        version: 'version',
      },
    ],
  },
  {
    service: 'code-server',
    product: 'code-server',
    purpose: 'runner',
    shows: [
      { title: /^code-server login$/ },
      { body: /<meta id="coder-options"|"codeServerVersion":"(?<version>\d[\d.]{0,20})"/ },
    ],
    access: [{ guarded: [{ title: /^code-server login$/ }] }],
  },
  {
    service: 'rstudio',
    product: 'RStudio Server',
    purpose: 'runner',
    shows: [{ title: /^RStudio Sign In$/ }],
    access: [{ guarded: [{ title: /Sign In$/ }] }],
  },
  {
    service: 'ttyd',
    product: 'ttyd',
    purpose: 'runner',
    shows: [{ header: ['server', /^ttyd\/(?<version>\d[\w.]{0,20})/] }],
    access: [{ open: { status: 200, title: /^ttyd - Terminal$/ } }],
  },
  {
    service: 'gotty',
    product: 'GoTTY',
    purpose: 'runner',
    shows: [{ header: ['server', /^GoTTY/] }],
    access: [{ open: { status: 200, body: /gotty-bundle\.js|js\/gotty/ } }],
  },
  { service: 'wetty', product: 'WeTTY', purpose: 'panel', shows: [{ title: /^WeTTy\b/i }] },
  { service: 'shellinabox', product: 'Shell In A Box', purpose: 'panel', shows: [{ title: /^Shell In A Box$/ }] },
  {
    // docs.ray.io, security: a cluster runs whatever it is given; the dashboard takes jobs.
    service: 'ray',
    product: 'Ray',
    purpose: 'runner',
    shows: [{ title: /^Ray Dashboard$/ }],
    access: [
      {
        path: '/api/version',
        open: { status: 200, json: { ray_version: 'string', ray_commit: 'string' } },
        version: 'ray_version',
      },
    ],
  },
  {
    service: 'mlflow',
    product: 'MLflow',
    purpose: 'runner',
    shows: [{ title: /^MLflow$/ }],
    access: [{ path: '/version', guarded: [{ status: 401 }, { status: 403 }] }],
  },
  {
    service: 'ollama',
    product: 'Ollama',
    purpose: 'runner',
    shows: [{ body: /^Ollama is running$/ }],
    access: [
      { path: '/api/tags', open: { status: 200, json: { models: 'list' } } },
      { path: '/api/version', guarded: [], version: 'version' },
    ],
  },
  {
    service: 'comfyui',
    product: 'ComfyUI',
    purpose: 'runner',
    shows: [{ title: /^ComfyUI$/ }],
    access: [
      { path: '/system_stats', open: { status: 200, json: { 'system.python_version': 'string', devices: 'list' } } },
    ],
  },
  {
    service: 'stable-diffusion',
    product: 'Stable Diffusion web UI',
    purpose: 'runner',
    shows: [{ title: /^Stable Diffusion$/, body: /gradio/ }],
  },
  { service: 'open-webui', product: 'Open WebUI', purpose: 'public', shows: [{ title: /^Open WebUI$/ }] },
  {
    service: 'werkzeug-debugger',
    product: 'Werkzeug debugger',
    purpose: 'debugger',
    shows: [{ title: /\/\/ Werkzeug Debugger$/ }],
    // It asks for a PIN, unless that was switched off.
    access: [{ open: { body: /\bEVALEX_TRUSTED = true\b/ }, guarded: [{ body: /\bEVALEX_TRUSTED = false\b/ }] }],
  },
  {
    service: 'h2-console',
    product: 'H2 Console',
    purpose: 'database',
    shows: [{ title: /^H2 Console$/ }, { body: /location\.href = 'login\.jsp\?jsessionid=/ }],
  },
];
