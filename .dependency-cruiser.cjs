/** The layers of docs/architecture.md, lowest first: imports go down only, types included, and there is no circle. */
const layers = [
  ['locales'],
  ['common'],
  ['pages', 'config', 'database', 'queue'],
  ['events', 'outgoing'],
  ['account'],
  ['catalog'],
  ['orders'],
  ['fulfillment', 'integration', 'books', 'reports'],
  ['people', 'notifications'],
  ['upkeep', 'health'],
  ['operations'],
  ['admin', 'commands'],
  ['console'],
  ['extensions'],
];

const modules = (names) => `^src/(${names.join('|')})/`;

const layerRules = layers.slice(0, -1).map((names, layer) => ({
  name: `layer-${layer}-imports-down-only`,
  comment: `${names.join(', ')} may not import a module of a higher layer`,
  severity: 'error',
  from: { path: modules(names) },
  to: { path: modules(layers.slice(layer + 1).flat()) },
}));

/** Modules of one layer do not import one another either, except that the database is opened from the config. */
const neighborRules = [
  { from: 'pages', to: 'config|database|queue' },
  { from: 'config', to: 'pages|database|queue' },
  { from: 'database', to: 'pages|queue' },
  { from: 'events', to: 'outgoing' },
  { from: 'outgoing', to: 'events' },
  { from: 'fulfillment', to: 'integration|books|reports' },
  { from: 'integration', to: 'fulfillment|books|reports' },
  { from: 'books', to: 'fulfillment|integration|reports' },
  { from: 'reports', to: 'fulfillment|integration|books' },
  { from: 'people', to: 'notifications' },
  { from: 'notifications', to: 'people' },
  { from: 'admin', to: 'commands' },
  { from: 'commands', to: 'admin' },
  { from: 'health', to: 'upkeep' },
  { from: 'upkeep', to: 'health' },
].map(({ from, to }) => ({
  name: `${from}-not-${to.replaceAll('|', '-or-')}`,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: `^src/(${to})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...neighborRules,
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'start-is-not-imported',
      comment:
        'main, cli, app.module and start/ compose the application; no other module imports them',
      severity: 'error',
      from: { path: '^src/(?!start/)[^/]+/' },
      to: { path: '^src/(start/|[^/]+\\.ts$)' },
    },
    {
      name: 'controllers-use-services',
      comment: 'a controller never reaches a repository, an entity or TypeORM',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: {
        path: '(\\.repository\\.ts$|\\.entity\\.ts$|node_modules/@?typeorm|node_modules/@nestjs/typeorm)',
      },
    },
    {
      name: 'repositories-know-no-service',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '(\\.service\\.ts$|\\.errors\\.ts$)' },
    },
    {
      name: 'embedded-postgres-by-its-index',
      comment:
        'src/database/embedded is used like a package: what others need is exported by its index.ts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/database/embedded/' },
      to: { path: '^src/database/embedded/', pathNot: '^src/database/embedded/index\\.ts$' },
    },
    {
      name: 'migrations-import-nothing',
      severity: 'error',
      from: { path: '^src/database/migrations/[0-9]' },
      to: { pathNot: '^$' },
    },
    {
      name: 'product-code-imports-no-test',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '(^test/|\\.spec\\.tsx?$)' },
    },
    {
      name: 'client-stands-alone',
      comment: 'the client is a package of its own that depends on nothing',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^client/' },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
