import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '../../src/admin/operations/topics.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import type { AnyOperation } from '../../src/operations/operation.js';
import { roleMay } from '../../src/people/permissions/permissions.js';
import { ROLES, type Role } from '../../src/people/permissions/roles.js';
import {
  entriesAddedBy,
  expectNoSecret,
  expectOneChange,
  type AuditEntryRow,
} from '../support/audit-rows.js';
import { endOwnRounds } from '../notifications/notifying.js';
import { souk } from '../support/command-line.js';
import { browserOf } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { contentOf, stateOf } from './told-and-stored.js';
import {
  commandOf,
  complaintOf,
  formOf,
  idOf,
  inputOf,
  requestOf,
  wordsOf,
  wrongFieldOf,
  type Asked,
} from './walked-doors.js';
import { WALKS, type Walk } from './walked-table.js';
import { Things } from './walked-things.js';

const CASES = WALKS.flatMap((walk) => {
  const operation = OPERATIONS.find((one) => idOf(one) === walk.id);
  return operation ? [{ id: walk.id, operation, walk }] : [];
});

/** What only the answer to the one who made it tells. */
const SECRET = /-THAT-IS-SECRET|souk_op_[0-9a-f]|whsec_|\b[0-9a-f]{64}\b/;

let folder: string;
let shop: TestShop;
let things: Things;
const operators = new Map<Role, TestOperator>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-walk-'));
  const settings = { SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' };
  shop = await startTestShop({ ...settings, BACKUP_DIR: folder });
  await endOwnRounds(shop);
  things = await Things.in(shop);
  operators.set('owner', things.owner);
  for (const role of ROLES) {
    if (role !== 'owner') operators.set(role, await TestOperator.of(shop, role));
  }
});
afterAll(async () => {
  await things.close();
  await rm(folder, { recursive: true });
});

it('each operation is walked', () => {
  expect(WALKS.map(({ id }) => id).sort()).toEqual(OPERATIONS.map(idOf).sort());
});

async function asked(operation: AnyOperation, walk: Walk): Promise<Asked> {
  return { operation, walk, thing: await things.make(walk.thing) };
}

/** Sends a form. @returns the page when the change has ended, which may happen behind it */
async function sentForm(browser: TestBrowser, ask: Asked): Promise<ShownPage> {
  const { page, ending, typed } = await formOf(browser, ask);
  const answer = await browser.send(page, ending, typed);
  return until(async () => {
    const isWorking = answer.answer.headers.refresh !== undefined;
    const shown = isWorking ? await browser.open(answer.path) : answer;
    return shown.answer.headers.refresh === undefined && shown;
  });
}

/** Does something at a door. @returns the one entry that it leaves */
async function entryOf(work: () => Promise<unknown>): Promise<AuditEntryRow> {
  const [entry, ...others] = await entriesAddedBy(shop, work);
  expect([entry?.outcome, others]).toEqual(['done', []]);
  return entry!;
}

/** Not skipped: there is nothing to be proven. */
const NO_CASE = (): void => undefined;

const isDone = ({ outcome }: AuditEntryRow): boolean => outcome === 'done';

// In the order of the table: the last one ends all sessions.
describe('each operation', { shuffle: false }, () => {
  describe.each(CASES)('$id', ({ operation, walk }) => {
    const { permission, kind, makes = false, name } = operation;
    const whenOnce = kind === 'once' ? it : NO_CASE;
    const whenMade = kind === 'once' || makes ? it : NO_CASE;
    const whenTyped = walk.wrong === undefined ? NO_CASE : it;

    it('is refused without its permission, and changes nothing then', async () => {
      const role = ROLES.find((one) => !roleMay(one, permission)) ?? 'viewer';
      const ask = await asked(operation, walk);
      const stranger = await browserOf(shop, role);
      const { page, ending, typed } = await formOf(await browserOf(shop, 'owner'), ask);
      const before = await stateOf(shop);
      const api = await operators.get(role)!.ask(...requestOf(ask));
      const form = await stranger.send(page, ending, typed);
      expect([api.status, form.status]).toEqual([403, 403]);
      const needed = walk.more.get('needs') ?? permission;
      for (const [text, missing] of [
        [api.text, permission],
        [form.answer.text, needed],
      ] as const) {
        expect(text).toContain(missing);
        expect(text).not.toMatch(SECRET);
      }
      expect(await stateOf(shop)).toEqual(before);
    });

    it('leaves one entry in the audit, of the same content from each door', async () => {
      const requestId = randomUUID();
      const headers = { 'X-Request-Id': requestId };
      const first = await asked(operation, walk);
      const action = operation.action?.(inputOf(first)) ?? name;
      const isNew = walk.more.has('new');
      const expected = { action, requestId, isNew };

      const [route, request] = requestOf(first);
      const entry = await entryOf(() => things.owner.get(route, { ...request, headers }));
      expectOneChange([entry], { ...expected, route });
      const content = contentOf(entry, first);
      const isGone = walk.more.has('gone');
      expect([content.before === null, content.after === null]).toEqual([isNew, isGone]);

      const second = await asked(operation, walk);
      const ofForm = await entryOf(async () => {
        const page = await sentForm(await browserOf(shop, 'owner', headers), second);
        expect([page.status, page.text]).toEqual([200, expect.any(String)]);
      });
      expectOneChange([ofForm], { ...expected, route: `the form of ${route}` });
      // The form of what is set holds all of it.
      const isFull = kind === 'setting' || walk.more.has('full');
      const { details } = content;
      expect(contentOf(ofForm, second)).toEqual({
        ...content,
        details: isFull ? (expect.objectContaining(details) as unknown) : details,
      });

      const third = await asked(operation, walk);
      const command = commandOf(third);
      if (!command) return;
      const words = await wordsOf(third, command);
      const typed = await entryOf(async () => {
        const { code, err } = await souk(shop, ...words);
        expect([words, code, err]).toEqual([words, 0, expect.any(String)]);
      });
      expect(typed).toMatchObject({ role: null, address: null, request_id: null });
      const told = contentOf(typed, third);
      expect(told).toEqual(
        walk.more.has('apart') ? { ...content, details: told.details } : content,
      );
    });

    whenOnce('is done once for each key of a request', async () => {
      const [route, request] = requestOf(await asked(operation, walk));
      const texts: string[] = [];
      await entryOf(async () => {
        const send = async () => texts.push((await things.owner.ask(route, request)).text);
        await send();
        await send();
      });
      expect(texts[1]).toBe(texts[0]);
    });

    whenMade('is done once for each form that was shown', async () => {
      const browser = await browserOf(shop, 'owner');
      const { page, ending, typed } = await formOf(browser, await asked(operation, walk));
      const statuses: number[] = [];
      const added = await entriesAddedBy(shop, async () => {
        const sent = [1, 2].map(() => browser.send(page, ending, typed));
        statuses.push(...(await Promise.all(sent)).map(({ status }) => status));
      });
      expect(added.filter(isDone)).toHaveLength(1);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    });

    whenTyped('is refused for a wrong field, which is named', async () => {
      const right = await asked(operation, walk);
      const wrong = { ...right, isWrong: true };
      const added = await entriesAddedBy(shop, async () => {
        const { status, json } = await things.owner.ask(...requestOf(wrong));
        const { errors = [] } = json as { readonly errors?: readonly { field: string }[] };
        const named = errors.map(({ field }) => field);
        expect([status, named]).toEqual([422, [wrongFieldOf(wrong, 'api')]]);

        const field = wrongFieldOf(wrong, 'form');
        if (field !== undefined) {
          const page = await sentForm(await browserOf(shop, 'owner'), wrong);
          const marked = page.root.querySelectorAll('[aria-invalid]');
          const names = marked.map((one) => one.getAttribute('name'));
          expect([page.status, names]).toEqual([422, [field]]);
        }

        const command = commandOf(wrong);
        if (!command) return;
        const words = await wordsOf(wrong, command);
        // Some fields are no words of the command, or only a switch.
        if (words.join(' ') === (await wordsOf(right, command)).join(' ')) return;
        const { code, err } = await souk(shop, ...words);
        const complaint = expect.stringMatching(complaintOf(wrong)) as unknown;
        expect([[1, 2].includes(code), err]).toEqual([true, complaint]);
      });
      expect(added.filter(isDone)).toEqual([]);
    });
  });
});

it('no entry tells a secret', () => expectNoSecret(shop));
