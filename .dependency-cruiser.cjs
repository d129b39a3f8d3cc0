// The floors of src/, top last: a file imports from its own floor and from those before it in this list (docs/architecture.md).
const floors = ['core', 'accounts', 'identity', 'resources', 'monitoring', 'notifications', 'reporting'];
// The rooms of the roof, top last again: they know all floors, and no floor knows them.
const roof = ['installation', 'wiring', 'service', 'commands'];
const all = floors.join('|');
// core has no door: its files are it.
const wings = floors.slice(1).join('|');
const severity = 'error';
const test = '\\.test\\.tsx?$';
// The folders beside src/, and what they import besides themselves. Their tests import what they test.
const beside = {
  client: [],
  'portal/src': [
    'client',
    'locales',
    // What runs in browsers, too.
    'src/common',
    'src/engines/domain-names/readable-name.ts',
    'src/engines/messengers/messenger.ts',
    'src/engines/versions/source-names.ts',
    'src/identity/branding/customer-area.ts',
    'src/identity/branding/legible-accent.ts',
    'src/identity/sign-in/overview-reads.ts',
    'src/monitoring/looks/reassuring-messages.ts',
    'src/notifications/mail/alert-mail.ts',
    'src/notifications/mail/mail-frame.ts',
    'src/platform/messages/message.ts',
  ],
  scripts: ['src', 'client', 'test/support', 'vitest.config.ts'],
  bench: ['src', 'client', 'test/support'],
  'test/support': ['src', 'client'],
};

module.exports = {
  forbidden: [
    {
      name: 'common',
      comment: 'common imports nothing of ours but common',
      severity,
      from: { path: '^src/common/' },
      to: { path: '^src/', pathNot: '^src/common/' },
    },
    {
      name: 'platform',
      comment: 'platform imports nothing of ours but platform and common',
      severity,
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|common)/' },
    },
    {
      name: 'engine',
      comment: 'an engine imports nothing of ours outside its own folder and common',
      severity,
      from: { path: '^src/engines/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(engines/$1|common)/' },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `above-${floor}`,
      comment: 'imports run downward: what is above is told by an effect, or passed in',
      severity,
      from: { path: `^src/${floor}/` },
      to: { path: `^src/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'door',
      comment: 'what a room has for others stands in its index.ts',
      severity,
      from: { path: `^src/(${wings})/([^/]+)/` },
      to: { path: `^src/(${wings})/[^/]+/`, pathNot: ['^src/$1/$2/', '^src/[^/]+/[^/]+/index\\.ts$'] },
    },
    {
      name: 'roof',
      comment: 'the roof knows everything, so no floor imports it',
      severity,
      from: { path: `^src/(${all})/` },
      to: { path: `^src/(${roof.join('|')})/` },
    },
    ...roof.slice(0, -1).map((room, index) => ({
      name: `above-${room}`,
      comment: 'imports run downward in the roof, too',
      severity,
      from: { path: `^src/${room}/` },
      to: { path: `^src/(${roof.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'top',
      comment: 'src/main.ts starts everything, so nothing imports it',
      severity,
      from: { path: '^src/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'config',
      comment: 'config.ts and what it reads with import only from platform, engines and common',
      severity,
      from: { path: '^src/installation/(config|environment-reader)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/((platform|engines|common)/|installation/environment-reader\\.ts$)' },
    },
    {
      name: 'outside',
      comment: 'src/ imports nothing from the folders beside it',
      severity,
      from: { path: '^src/' },
      to: { pathNot: ['^src/', '^package\\.json$'], dependencyTypes: ['local'] },
    },
    ...Object.entries(beside).map(([folder, imported]) => ({
      name: folder.replace('/', '-'),
      comment: `${folder} imports of ours only ${[folder, ...imported].join(', ')}`,
      severity,
      from: { path: `^${folder}/`, pathNot: test },
      to: { pathNot: [folder, ...imported].map((path) => `^${path}(/|$)`), dependencyTypes: ['local'] },
    })),
    {
      name: 'portal-customer',
      comment: 'the console shows what customers see, and not the reverse',
      severity,
      from: { path: '^portal/src/customer/' },
      to: { path: '^portal/src/console/' },
    },
    {
      name: 'portal-shared',
      comment: 'what both sides of the portal share imports neither of them',
      severity,
      from: { path: '^portal/src/', pathNot: '^portal/src/(console/|customer/|router\\.tsx$)' },
      to: { path: '^portal/src/(console|customer)/' },
    },
    {
      name: 'suite',
      comment: 'what suites share stands in test/support',
      severity,
      from: { path: '^test/([^/]+)/' },
      to: { path: '^(test|bench|portal)/', pathNot: '^test/($1|support)/' },
    },
    { name: 'tests', comment: 'nothing imports a test', severity, from: {}, to: { path: test } },
    { name: 'circle', comment: 'no circle of files', severity, from: {}, to: { circular: true } },
    {
      name: 'circle-of-rooms',
      comment: 'no circle of rooms',
      severity,
      scope: 'folder',
      from: { path: `^src/(${all})/[^/]+$` },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx'] },
  },
};
