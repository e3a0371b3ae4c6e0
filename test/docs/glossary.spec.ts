import { readdirSync, readFileSync } from 'node:fs';

/**
 * Terms that no exported name has, since they are about values, rows or how things are done: what is neither here nor in a name is not
 * used any more, and what has got a name is struck off.
 */
const SPOKEN = [
  ...['attempt key', 'catalog revision', 'circuit breaker', 'deadline', 'debit'],
  ...['everyone rule', 'exchange', 'expand', 'contract', 'extra parameter', 'good until'],
  ...['halted orders', 'long spec', 'opaque key', 'reason for the reseller'],
  ...['recorded history', 'schema list', 'sealed key', 'semantic', 'orders-200', 'always-200'],
  ...['slice', 'stuck account', 'undeclared table', 'unknown outcome', 'via', 'withheld'],
];

/** Words of the public API that need no explanation. A name with none of them, and with no term, is to be explained. */
const PLAIN = [
  ...['caller', 'case', 'category', 'command', 'context', 'database', 'deliver', 'migration'],
  ...['answer', 'options', 'order', 'parameters', 'pending', 'policy', 'product', 'public'],
  ...['refused', 'shop', 'subject', 'token'],
];

const sources = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
);
const EXPORTED =
  /^export (?:abstract |async |default )*(?:class|interface|function|const|type)\*? (\w+)/gm;
const exported = sources.flatMap((text) => [...text.matchAll(EXPORTED)].map(([, name]) => name!));

const glossary = readFileSync('docs/glossary.md', 'utf8');
/** What stands in brackets says of what; a row may have several terms. */
const terms = [...glossary.matchAll(/^\| (?!Word \|)([^|]+) \|/gm)]
  .flatMap(([, cell = '']) => cell.replaceAll(/\(.*?\)/g, '').split(','))
  .map((term) => term.trim());

/** Without hyphens, spaces and underscores, as `AccountField` and `account field` are the same. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/'s\b|[^a-z0-9]/g, '');
const holds = (name: string, term: string): boolean =>
  plain(name).includes(plain(term).replace(/s$/, ''));

it('each term is a name of the sources, or one that is only said', () => {
  const without = terms.filter((term) => !exported.some((name) => holds(name, term)));
  expect(without).toEqual(SPOKEN);
});

it('each name in it is one of the sources, of the wire or of the project', () => {
  const project = [...sources, readFileSync('package.json', 'utf8')].join('\n');
  const named = [...glossary.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const words = named.map((name) => name.replace(/^npm run |^\*|<.*|\(\)$/g, ''));
  expect(words.filter((word) => !project.includes(word))).toEqual([]);
  const classes = named.filter((name) => /^[A-Z][a-z]+[A-Z]\w+$/.test(name));
  expect(classes.filter((name) => !exported.includes(name))).toEqual([]);
});

it('each name that extensions import has a term of it, or a plain word', () => {
  const [, ...heads] = readFileSync('test/api/souk.api.txt', 'utf8').split(/^## /m);
  const names = heads.slice(0, 2).flatMap((head) => head.trim().split('\n').slice(2));
  expect(names).toEqual(expect.arrayContaining(['CatalogPolicy', 'FulfillmentHandler']));
  const known = [...terms, ...PLAIN];
  expect(names.filter((name) => !known.some((word) => holds(name, word)))).toEqual([]);
  expect(PLAIN.filter((word) => !names.some((name) => holds(name, word)))).toEqual([]);
});
