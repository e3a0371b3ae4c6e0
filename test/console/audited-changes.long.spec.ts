import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { NightlyBackup } from '../../src/upkeep/nightly/nightly-backup.service.js';
import {
  auditEntries,
  entriesAddedBy,
  expectNoSecret,
  expectOneChange,
} from '../support/audit-rows.js';
import { WALKS } from '../operations/walked-table.js';
import { codeOf } from '../support/authenticator.js';
import { place } from '../support/book-pages.js';
import { operatorBrowser, PASSWORD, signIn } from '../support/console-operator.js';
import { PickedSupplier } from '../support/picked-supplier.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { consoleRoutes } from './console-routes.js';
import { otherForms } from './other-forms.js';

let folder: string;
let shop: TestShop;
let owner: TestBrowser;
let account: TestAccount;
let groupId: number;
let categoryId: number;
let productId: number;
let supplier: PickedSupplier;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-audited-'));
  const settings = { SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' };
  shop = await startTestShop({ ...settings, BACKUP_DIR: folder });
  await shop.service(NightlyBackup).now();
  owner = await operatorBrowser(shop, 'owner');
  account = await shop.account({ balance: '100' });
  const [group] = await shop.db.query<{ id: number }>(
    "INSERT INTO account_groups (name) VALUES ('Gold') RETURNING id",
  );
  groupId = group?.id ?? 0;
  categoryId = await shop.category();
  productId = await shop.product({ categoryId });
  supplier = await PickedSupplier.start(shop, 'picked');
});
afterAll(async () => {
  await supplier.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

/** The browser of the owner, whose requests have this id. */
function withRequestId(requestId: string): TestBrowser {
  const browser = new TestBrowser(shop.baseUrl, { 'X-Request-Id': requestId });
  for (const [name, value] of owner.cookies) browser.cookies.set(name, value);
  return browser;
}

const BOUNDARY = 'a-boundary-of-our-own';
const FILE = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="file"; filename="list.csv"',
  '',
  'id,category,name,price\n900,Cards,Card,1\n',
  `--${BOUNDARY}--\r\n`,
].join('\r\n');

/** @returns the page of the upload, below the home page */
async function upload(browser: TestBrowser): Promise<string> {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const sent = { method: 'POST', headers, body: FILE };
  const { location = '' } = (await browser.ask('/console/catalog/imports', sent)).headers;
  return `catalog/imports/${location.slice(-36)}`;
}

async function uploaded(): Promise<string> {
  const page = await upload(owner);
  await until(async () => {
    const { answer } = await owner.open(`/console/${page}`);
    return answer.headers.refresh === undefined ? true : undefined;
  });
  return page;
}

async function renamed(): Promise<string> {
  const page = await owner.open(`/console/groups/${groupId}`);
  const { path } = await owner.send(page, 'rename', { name: randomUUID() });
  return path.replace('/console/', '');
}

/** The page when the change has ended, which may happen behind it. */
function ended(page: ShownPage): Promise<ShownPage> {
  return until(async () => {
    const isWorking = page.answer.headers.refresh !== undefined;
    const shown = isWorking ? await owner.open(page.path) : page;
    const entries = await auditEntries(shop);
    const isOver = entries.every(({ outcome }) => outcome !== null);
    return shown.answer.headers.refresh === undefined && isOver ? shown : undefined;
  });
}

const FORMS = otherForms(() => ({
  ...{ shop, groupId, categoryId, productId, uploaded, renamed },
  accountId: account.id,
  supplier: supplier.name,
}));

/** A route, whatever it calls its things. */
const plain = (route: string): string => route.replaceAll(/:\w+/g, ':');
const WALKED = new Set(WALKS.map(({ ending }) => plain(`POST ${ending}`)));

/** Forms that take several pages, and the one with a file; each has a case below. */
const OF_SEVERAL_PAGES = ['POST catalog/imports', 'POST waiting/decide'];

/**
 * They ask for a confirmation, look something up, tell what would happen, or keep what only the operator who sends them is to see, and so leave no
 * entry.
 */
const CHANGES_NOTHING = [
  ...['POST preferences'],
  ...['POST prices/preview', 'POST waiting/confirm', 'POST shop/upkeep/receipts'],
  'POST tokens',
];

/** The steps of a sign-in, by people who are not signed in yet, and of the second factor; they have a case below. */
const SIGN_IN = [
  ...['POST link/:secret', 'POST sign-in', 'POST sign-in/code', 'POST sign-in/two-factor'],
  ...['POST sign-out', 'POST own/two-factor', 'POST own/two-factor/confirm'],
  'POST own/two-factor/off',
];

/** Forms that make something, so that there was nothing before. */
const MAKES = [
  'POST accounts/:account/catalog/products/:product/visibility',
  ...['POST accounts/:account/catalog/products/:product/price', 'POST groups/:group/price'],
  'POST groups/:group/prices',
  ...['POST stock', 'POST shop/upkeep/backups/download', 'POST shop/upkeep/backups/key'],
];

// In this order: what is held back after a recovery comes last, since settling it ends all sessions.
describe('every form of the console', { shuffle: false }, () => {
  it('is walked by test/operations, or listed here', () => {
    const forms = consoleRoutes(shop).filter((route) => route.startsWith('POST'));
    const others = forms.filter((route) => !WALKED.has(plain(route)));
    const listed = [...Object.keys(FORMS), ...OF_SEVERAL_PAGES, ...CHANGES_NOTHING, ...SIGN_IN];
    expect(listed.sort()).toEqual(others.sort());
    expect(forms.length - others.length).toBe(WALKED.size);
  });

  it('leaves one entry in the audit, with role, address, request id, before and after', async () => {
    for (const [route, form] of Object.entries(FORMS)) {
      const { action, page, ending, typed } = await form();
      const shown = await owner.open(`/console/${page}`);
      const requestId = randomUUID();
      const browser = withRequestId(requestId);
      let answer: ShownPage | undefined;
      const added = await entriesAddedBy(shop, async () => {
        answer = await ended(await browser.send(shown, ending, typed));
      });
      expect([route, answer?.status, answer?.text]).toEqual([route, 200, expect.any(String)]);
      expectOneChange(added, { route, action, requestId, isNew: MAKES.includes(route) });
    }
  });

  it('leaves one entry for a file', async () => {
    const requestId = randomUUID();
    const added = await entriesAddedBy(shop, () => upload(withRequestId(requestId)));
    const route = 'POST catalog/imports';
    expectOneChange(added, { route, action: 'catalog upload', requestId, isNew: true });
  });

  it('leaves one entry for each of 100 orders that are accepted together', async () => {
    const product = await shop.product({ price: '0.1' });
    const ids: string[] = [];
    for (let i = 0; i < 100; i++) ids.push((await place(account, product))[0]);
    const queue = await owner.open(`/console/waiting?product_id=${product}`);
    const typed = { order_ids: ids, decision: 'accept' };
    const [confirmation, none] = await adding(() => owner.send(queue, 'confirm', typed));
    expect(none).toEqual([]);
    const requestId = randomUUID();
    const decide = { order_ids: ids };
    const [, added] = await adding(() =>
      withRequestId(requestId).send(confirmation, 'decide', decide),
    );
    expect(added).toHaveLength(100);
    for (const entry of added) {
      expectOneChange([entry], {
        route: 'decide',
        action: 'order accept',
        requestId,
        isNew: false,
      });
    }
  });

  it('leaves none where it only keeps what the browser shows', async () => {
    const fields = new URLSearchParams({ language: 'en', theme: 'dark' });
    const [, added] = await adding(() => owner.post('/console/preferences', fields));
    expect(added).toEqual([]);
  });

  it('leaves none where somebody asks whose a token is', async () => {
    const fields = new URLSearchParams({ token: account.token });
    const [found, added] = await adding(() => owner.post('/console/tokens', fields));
    expect([found.text.includes('Last used'), added]).toEqual([true, []]);
  });

  it('settles only when a box was ticked, which ends all sessions', async () => {
    const page = await owner.open('/console/shop/upkeep');
    const [refused, none] = await adding(() => owner.send(page, 'settle'));
    expect([refused.status, none]).toEqual([422, []]);
    await owner.send(page, 'settle', { understood: 'on' });
    expect((await owner.open('/console')).title).toBe('Sign in');
  });

  it('keeps no secret in it', () => expectNoSecret(shop));
});

async function adding(work: () => Promise<ShownPage>) {
  let page: ShownPage | undefined;
  const added = await entriesAddedBy(shop, async () => {
    page = await work();
  });
  if (!page) throw new Error('there is no page');
  return [page, added] as const;
}

it('the steps of a sign-in and of the second factor leave entries of their own', async () => {
  const { link } = await shop
    .service(OperatorManagement)
    .create('eve', 'support', { actor: 'test' });
  const eve = new TestBrowser(shop.baseUrl);
  const left: [string, string[]][] = [];
  const step = async (name: string, work: () => Promise<ShownPage>): Promise<ShownPage> => {
    const [page, added] = await adding(work);
    left.push([name, added.map(({ action, role }) => `${action} by ${role}`)]);
    return page;
  };
  const codesOf = (page: ShownPage): string[] =>
    page.root.querySelectorAll('.codes code').map(({ text }) => text);
  const secretOf = (page: ShownPage): string => page.root.querySelector('.secret code')?.text ?? '';

  const invited = await eve.open(`/console/link/${link}`);
  const typed = { password: PASSWORD, repeat: PASSWORD };
  await step('link', () => eve.send(invited, link, typed));
  await step('sign-in', async () => (await signIn(shop, 'eve', eve)).page);
  const own = await eve.open('/console/own');
  const offer = await step('two-factor', () =>
    eve.send(own, 'own/two-factor', { present: PASSWORD }),
  );
  const code = codeOf(secretOf(offer));
  const codes = codesOf(await step('confirm', () => eve.send(offer, 'confirm', { code })));
  await step('sign-out', () => eve.post('/console/sign-out', new URLSearchParams()));
  const second = (await signIn(shop, 'eve', eve)).page;
  await step('code', () => eve.send(second, 'code', { code: codes[0] }));
  const on = await eve.open('/console/own');
  await step('off', () => eve.send(on, 'off', { code: codes[1] }));
  await shop.service(OperatorManagement).set('eve', { twoFactorRequired: true }, { actor: 'test' });
  const enrol = (await signIn(shop, 'eve', new TestBrowser(shop.baseUrl))).browser;
  const begun = await step('begin', async () =>
    enrol.send(await enrol.open('/console/sign-in/two-factor'), 'two-factor'),
  );
  await step('enrol', () => enrol.send(begun, 'two-factor', { code: codeOf(secretOf(begun)) }));

  expect(left).toEqual([
    ['link', ['operator set-password by support', 'operator sign-in by support']],
    ['sign-in', ['operator sign-in by support', 'operator end-session by support']],
    // A key that no code has confirmed is good for nothing.
    ['two-factor', []],
    ['confirm', ['operator two-factor on by support']],
    ['sign-out', ['operator end-session by support']],
    ['code', ['operator sign-in by support']],
    ['off', ['operator two-factor off by support']],
    ['begin', []],
    ['enrol', ['operator two-factor on by support']],
  ]);
});
