// The floors of src/, top last: a file imports from its own floor and from those before it in this list (docs/architecture.md).
const floors = ['core', 'accounts', 'identity', 'resources', 'monitoring', 'notifications', 'reporting'];
const all = floors.join('|');
const severity = 'error';

module.exports = {
  forbidden: [
    {
      name: 'ground',
      comment: 'platform and engines know nothing of partners and customers',
      severity,
      from: { path: '^src/(platform|engines)/' },
      to: { path: `^src/(${all})/` },
    },
    {
      name: 'platform',
      comment: 'platform imports nothing of ours but platform',
      severity,
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `above-${floor}`,
      comment: 'imports run downward: what is above is told by an effect, or passed in',
      severity,
      from: { path: `^src/${floor}/` },
      to: { path: `^src/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'top',
      comment: 'files directly in src/ know everything, so nothing imports them',
      severity,
      from: { path: '^src/[^/]+/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'config',
      comment: 'config.ts imports only from platform and engines',
      severity,
      from: { path: '^src/config\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(platform|engines)/' },
    },
    {
      name: 'engine',
      comment: 'an engine imports nothing of ours outside its own folder and engines/common',
      severity,
      from: { path: '^src/engines/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/engines/($1|common)/'] },
    },
    {
      name: 'floor',
      comment: 'a folder in src/ is one of the floors',
      severity,
      from: { path: '^src/', pathNot: [`^src/(${all}|platform|engines)/`, '^src/[^/]+\\.ts$'] },
      to: {},
    },
    {
      name: 'outside',
      comment: 'src/ imports nothing from the folders beside it',
      severity,
      from: { path: '^src/' },
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
