// The floors of src/, top last: a file imports from its own floor and from those before it in this list (docs/architecture.md).
const floors = ['core', 'accounts', 'identity', 'resources', 'monitoring', 'notifications', 'reporting'];
// The rooms of the roof, top last again: they know all floors, and no floor knows them.
const roof = ['installation', 'wiring', 'service', 'commands'];
const all = floors.join('|');
// core has no door: its files are it.
const wings = floors.slice(1).join('|');
const severity = 'error';

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
      comment: 'the floors import nothing from the folders beside src/',
      severity,
      from: { path: '^src/[^/]+/', pathNot: `^src/(${roof.join('|')})/` },
      to: { pathNot: '^src/', dependencyTypes: ['local'] },
    },
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
    exclude: { path: ['\\.test\\.ts$', '/testing/'] },
    enhancedResolveOptions: { extensions: ['.ts'] },
  },
};
