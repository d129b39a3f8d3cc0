import type { WebApplication } from './web-application.ts';

/** The script with which its pages hear of changes. */
const viteClient = /\/vite\/dist\/client\/env\.mjs/;

/** What is meant for a developer's own desk, what catches mails there, and where programs and packages are kept. */
export const developerApplications: readonly WebApplication[] = [
  {
    service: 'mailhog',
    product: 'MailHog',
    purpose: 'inbox',
    shows: [{ title: /^MailHog$/ }],
    access: [
      {
        path: '/api/v2/messages?limit=1',
        open: { status: 200, json: { total: 'number', count: 'number', items: 'list' } },
      },
    ],
  },
  {
    service: 'mailpit',
    product: 'Mailpit',
    purpose: 'inbox',
    shows: [{ title: /^Mailpit$/ }],
    access: [
      {
        path: '/api/v1/info',
        open: { status: 200, json: { Version: 'string', Database: 'string' } },
        version: 'Version',
      },
    ],
  },
  {
    service: 'maildev',
    product: 'MailDev',
    purpose: 'inbox',
    shows: [{ title: /^MailDev$/ }],
    access: [
      { path: '/config', open: { status: 200, json: { version: 'string', smtpPort: 'number' } }, version: 'version' },
    ],
  },
  {
    service: 'mailcatcher',
    product: 'MailCatcher',
    purpose: 'inbox',
    shows: [{ title: /^MailCatcher(?: \(\d+\))?$/ }],
    access: [{ open: { status: 200, title: /^MailCatcher/, body: /<nav class="(?:app|quit)|id="messages"/ } }],
  },
  {
    service: 'json-server',
    product: 'JSON Server',
    purpose: 'development',
    shows: [{ title: /^JSON Server$/ }],
    // Its page lists what it serves; there is no login, and what is read may be written.
    access: [{ open: { status: 200, title: /^JSON Server$/, body: /JSON Server/ } }],
  },
  {
    service: 'vite',
    product: 'Vite',
    purpose: 'development',
    shows: [{ body: /<script type="module" src="\/@vite\/client"/ }],
    // What is built on it (Astro, SvelteKit, Nuxt) need not have the script on each page.
    behind: [
      {
        front: { status: 200, header: ['vary', /^Origin$/] },
        path: '/@vite/client',
        shows: { status: 200, body: viteClient },
      },
    ],
    access: [
      { open: { status: 200, body: /<script type="module" src="\/@vite\/client"/ } },
      { open: { status: 200, body: viteClient } },
    ],
  },
  {
    service: 'nextjs',
    product: 'Next.js',
    purpose: 'development',
    shows: [
      {
        header: ['x-powered-by', /^Next\.js$/],
        body: /\/_next\/static\/development\/_buildManifest\.js|"buildId":"development"/,
      },
    ],
  },
  {
    service: 'ethereum',
    product: 'Ganache',
    purpose: 'development',
    behind: [
      {
        front: { status: 404, header: ['content-type', /^text\/plain$/], body: /^404 Not Found$/ },
        path: '/418',
        shows: { status: 418, body: /^418 I'm a teapot$/ },
      },
    ],
    access: [
      {
        path: '/',
        post: '{"jsonrpc":"2.0","id":1,"method":"web3_clientVersion","params":[]}',
        open: { status: 200, body: /"result":"Ganache\/v(?<version>\d[\w.-]{0,20})/ },
      },
    ],
  },
  {
    service: 'webpack-dev-server',
    product: 'webpack-dev-server',
    purpose: 'development',
    shows: [{ title: /^webpack-dev-server$/ }, { body: /src="\/webpack-dev-server\.js"/ }],
    behind: [
      {
        front: { header: ['x-powered-by', /^Express$/], status: 200 },
        path: '/webpack-dev-server',
        shows: { body: /<title>webpack-dev-server<\/title>|<h1>Assets Report:<\/h1>/ },
      },
    ],
    access: [{ open: { status: 200, body: /webpack-dev-server|Assets Report/ } }],
  },
  {
    service: 'storybook',
    product: 'Storybook',
    purpose: 'development',
    shows: [{ title: /(?:^|[-⋅] )Storybook$/, body: /\bsb-(?:manager|addons|common)|storybook-root/ }],
  },
  {
    service: 'django-debug',
    product: 'Django',
    purpose: 'development',
    shows: [
      { title: /^The install worked successfully! Congratulations!$/ },
      { body: /because you have <code>DEBUG = True<\/code> in\s+your Django settings file/ },
    ],
  },
  {
    service: 'rails-development',
    product: 'Ruby on Rails',
    purpose: 'development',
    shows: [
      { title: /^Ruby on Rails(?: \d[\d.]{0,20})?$/, body: /Rails version/ },
      { title: /^Action Controller: Exception caught$/ },
    ],
  },
  { service: 'streamlit', product: 'Streamlit', purpose: 'development', shows: [{ title: /^Streamlit$/ }] },
  {
    service: 'gradio',
    product: 'Gradio',
    purpose: 'development',
    shows: [
      { body: /\bwindow\.gradio_config = \{"version":\s?"(?<version>\d[\w.]{0,20})"/ },
      { body: /\bwindow\.gradio_config = / },
    ],
  },
  { service: 'swagger-ui', product: 'Swagger UI', purpose: 'development', shows: [{ title: /^Swagger UI$/ }] },
  {
    service: 'tomcat',
    product: 'Apache Tomcat',
    purpose: 'development',
    shows: [{ title: /^Apache Tomcat\/(?<version>\d[\w.]{0,20})$/ }, { title: /^Apache Tomcat$/ }],
  },
  {
    service: 'verdaccio',
    product: 'Verdaccio',
    purpose: 'development',
    shows: [{ title: /^Verdaccio$/ }, { header: ['x-powered-by', /^verdaccio\/(?<version>\d[\w.-]{0,20})/] }],
  },
  {
    service: 'nexus',
    product: 'Sonatype Nexus Repository',
    purpose: 'development',
    shows: [
      { header: ['server', /^Nexus\/(?<version>\d[\w.-]{0,20})/] },
      { title: /^(?:Sonatype )?Nexus Repository(?: Manager)?$/ },
    ],
  },
  {
    service: 'artifactory',
    product: 'JFrog Artifactory',
    purpose: 'development',
    shows: [{ header: ['server', /^Artifactory\/(?<version>\d[\w.]{0,20})/] }, { title: /^JFrog(?: Platform)?$/ }],
  },
  {
    service: 'harbor',
    product: 'Harbor',
    purpose: 'development',
    shows: [{ title: /^Harbor$/, body: /<harbor-app/ }],
    access: [{ path: '/api/v2.0/systeminfo', guarded: [], version: 'harbor_version' }],
  },
  {
    service: 'gitlab',
    product: 'GitLab',
    purpose: 'public',
    shows: [{ cookie: /^_gitlab_session$/ }, { title: /^Sign in · GitLab$/ }],
  },
  {
    service: 'forgejo',
    product: 'Forgejo',
    purpose: 'public',
    shows: [{ body: /<meta name="author" content="Forgejo\b|\bPowered by Forgejo\b/ }],
  },
  {
    service: 'gitea',
    product: 'Gitea',
    purpose: 'public',
    shows: [{ cookie: /^i_like_gitea$/ }, { body: /<meta name="author" content="Gitea\b/ }],
  },
  { service: 'gogs', product: 'Gogs', purpose: 'public', shows: [{ cookie: /^i_like_gogs$/ }] },
];
