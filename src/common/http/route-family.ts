/** The words behind `/client/api` of each family. */
const OF_CLIENT_API = byWord({
  account: 'integration profile testing tokens',
  books: 'orders receipts statement',
  catalog: 'catalog categories changes content products products-wrapped quote tree',
  checks: 'check',
  health: 'ping',
  orders: 'neworder',
});

/** The first words of the others. */
const OF_FIRST_WORD = byWord({
  admin: 'admin',
  console: 'console',
  files: 'docs images openapi.json',
  health: 'health',
});

/**
 * The family of the routes of a URL as it may be logged: these serve one purpose, so that their requests take about the
 * same time. `feed` and `live` are those that wait for news, `other` those of extensions and unknown paths.
 */
export function routeFamily(url: string): string {
  const [, first = '', second = '', third = '', fourth] = url.toLowerCase().split(/[/?]/, 5);
  if (first === 'client' && second === 'api') {
    if (third === 'orders' && fourth === 'changes') return 'feed';
    return OF_CLIENT_API.get(third) ?? 'other';
  }
  if (first === 'console' && second === 'live') return 'live';
  if (first === 'console' && (second === 'assets' || second === 'color')) return 'files';
  return OF_FIRST_WORD.get(first) ?? 'other';
}

function byWord(families: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(families).flatMap(([family, words]) =>
      words.split(' ').map((word) => [word, family]),
    ),
  );
}
