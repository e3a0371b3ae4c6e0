import { audienceOf, catalogRows, productRow } from '../../../test/support/catalog-rows.js';
import type { SoukConfig } from '../../config/souk-config.js';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogAnswers } from '../answers/catalog-answers.service.js';
import { CatalogSnapshot } from '../view/catalog-snapshot.js';
import { CatalogView } from '../view/catalog-view.js';
import type { VisibilityService } from '../view/visibility.service.js';
import type { ChangeLogRepository, FormerRows } from './change-log.repository.js';
import { cursorOf, decryptedCursor, type CursorContext } from './changes-cursor.js';
import { ChangesService } from './changes.service.js';
import type { Cursors } from './cursors.js';
import { FormerCatalogs } from './former-catalogs.js';

const NONCE = '00000000-0000-4000-8000-000000000000';
const NOTHING_CHANGED: FormerRows = {
  categories: new Map(),
  products: new Map(),
  visibilityRules: new Map(),
  priceRules: new Map(),
};
const snapshot = CatalogSnapshot.of(
  catalogRows({ revision: `1000:${NONCE}`, products: [productRow(1)] }),
);

const KEY = Buffer.alloc(32);
const CONTEXT: CursorContext = {
  audience: audienceOf(),
  policies: undefined,
  lineage: '',
  baseUrl: '',
};

/** The service over a log whose reads end when the test says so, with the revisions that were read. */
function newService(): { service: ChangesService; read: string[]; endReads: () => void } {
  const config = { BASE_URL: 'https://shop.example', CATALOG_CACHE_MB: 256 } as SoukConfig;
  const revisions = {} as RevisionWatch;
  const visibility = {
    viewFor: (audience) => Promise.resolve(new CatalogView(snapshot, audience)),
  } as Pick<VisibilityService, 'viewFor'> as VisibilityService;
  const cursors = {
    of: () =>
      Promise.resolve({
        text: 'CURSOR',
        decrypt: (earlier) => ({ ...decryptedCursor(KEY, earlier, CONTEXT), isAuthentic: true }),
      }),
  } as Pick<Cursors, 'of'> as Cursors;
  const read: string[] = [];
  const { promise: ended, resolve: endReads } = Promise.withResolvers<undefined>();
  const log = {
    formerRows: async (since) => {
      read.push(since);
      await ended;
      return NOTHING_CHANGED;
    },
  } as Pick<ChangeLogRepository, 'formerRows'> as ChangeLogRepository;
  const answers = new CatalogAnswers(config, revisions);
  const service = new ChangesService(
    visibility,
    answers,
    revisions,
    new FormerCatalogs(log),
    cursors,
  );
  return {
    service,
    read,
    endReads: () => {
      endReads(undefined);
    },
  };
}

const cursorAt = (revision: number): string => cursorOf(KEY, `${revision}:${NONCE}`, CONTEXT);
const awaited = (): boolean => true;

it('refuses with 111 an account with too many comparisons that wait, and no other one', async () => {
  const { service, endReads } = newService();
  const ask = (accountId: number) =>
    service.since(audienceOf({ accountId }), cursorAt(accountId), awaited);
  const asked = Promise.allSettled(Array.from({ length: 2_010 }, () => ask(1)));
  const other = ask(2);
  // Until all of them wait in the queue.
  await new Promise(setImmediate);
  endReads();
  await expect(other).resolves.toBeDefined();
  const refused = (await asked).filter(({ status }) => status === 'rejected');
  // One runs, and 100 wait.
  expect(refused).toHaveLength(2_010 - 101);
  expect(refused[0]).toMatchObject({ reason: { wire: { code: 111 } } });
});

it('compares nothing for a caller that has gone while it waited', async () => {
  const { service, read, endReads } = newService();
  const asked = [true, false, false, true].map((isHere, index) =>
    service.since(audienceOf(), cursorAt(index), () => isHere),
  );
  endReads();
  const ends = (await Promise.allSettled(asked)).map(({ status }) => status);
  expect(ends).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(read).toEqual([`0:${NONCE}`, `3:${NONCE}`]);
});

it('reads the log once for all callers with a cursor of the same revision', async () => {
  const { service, read, endReads } = newService();
  const asked = Array.from({ length: 30 }, (_, index) =>
    service.since(audienceOf({ accountId: index + 1 }), cursorAt(7), awaited),
  );
  endReads();
  await Promise.all(asked);
  expect(read).toEqual([`7:${NONCE}`]);
});
