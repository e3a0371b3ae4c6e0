import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../src/people/permissions/roles.js';
import { soukWithInput } from '../support/command-line.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { StableText } from './stable-text.js';

/** The lines of an answer are indented. */
const INDENT = '    ';
const FOLDER = /\/tmp\/souk-record-\w+\//g;
const REQUEST =
  /^(?:as (?<who>\w+) )?(?<method>GET|POST|PUT|PATCH|DELETE) (?<path>\S+)(?: key=(?<key>\S+))?(?: match=(?<match>\S+))?(?: (?<body>.+))?$/;
const BETWEEN_ITEMS = /(?<=[[}\]],?)(?={)/;
/** Columns are as wide as what stands in them, such as the name of who runs the spec. */
const BETWEEN_COLUMNS = /(?<=\S) {2,}/g;
const WORD = /"((?:[^"\\]|\\.)*)"|\S+/g;

/**
 * Runs a transcript in an empty shop. Its lines begin with
 *
 *     $    a command, as it is typed behind `souk`; `@"a\nb"` is a file with these lines
 *     >    a request of the admin API, such as `as vic PATCH groups/1 match=* {"name":"Gold"}`; by the owner if nobody is named
 *     +    what is there, such as `account {"balance":"10"}`, or an order: `order 1 qty=2`, of the first account
 *     =    SQL
 *     ~    waits until the answer to a request contains a text: `GET order-search?text=77 "all"`
 *
 * @returns the same lines, each with its answer
 */
export async function played(text: string, shop: TestShop): Promise<string> {
  const player = new Player(shop);
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith(INDENT)) continue;
    lines.push(line, ...(await player.answerTo(line)));
  }
  return lines.join('\n');
}

class Player {
  private readonly stable = new StableText();
  private readonly operators = new Map<string, TestOperator>();
  private readonly accounts: TestAccount[] = [];
  private keys = 0;

  constructor(private readonly shop: TestShop) {}

  async answerTo(line: string): Promise<readonly string[]> {
    const asked = line.slice(2);
    switch (line.slice(0, 2)) {
      case '$ ':
        return this.command(asked);
      case '> ':
        return this.request(asked);
      case '+ ':
        await this.make(asked);
        return [];
      case '~ ':
        await this.until(asked);
        return [];
      case '= ':
        await this.shop.db.query(this.stable.filled(asked));
        return [];
      default:
        return [];
    }
  }

  private async command(line: string): Promise<string[]> {
    const words: string[] = [];
    for (const [word, quoted] of this.stable.filled(line).matchAll(WORD)) {
      words.push(quoted === undefined ? word : (JSON.parse(word) as string));
    }
    const typed = await Promise.all(words.map((word) => fileOr(word)));
    const { code, out, err } = await soukWithInput('', this.shop, ...typed);
    const lines = [...linesOf(out), ...linesOf(err).map((one) => `! ${one}`)];
    return this.shown([`exit ${code}`, ...lines.map((one) => one.replace(BETWEEN_COLUMNS, '  '))]);
  }

  private async request(line: string): Promise<string[]> {
    const parts = REQUEST.exec(line)?.groups;
    if (!parts) throw new Error(`this is no request: ${line}`);
    const { who = 'ada', method = '', path = '', key, match, body } = parts;
    const operator = await this.operator(who);
    const text = body === undefined ? undefined : this.stable.filled(body);
    const isFile = text?.startsWith('"') ?? false;
    const {
      status,
      headers,
      text: answer,
    } = await operator.ask(`${method} ${this.stable.filled(path)}`, {
      ...(key !== undefined && { key }),
      ...(match !== undefined && { match }),
      ...(text !== undefined && { body: isFile ? (JSON.parse(text) as string) : text }),
      ...(isFile && { headers: { 'Content-Type': 'text/csv' } }),
    });
    const type = headers['content-type']?.split(';', 1)[0] ?? 'nothing';
    const tag = headers.etag === undefined ? '' : ', ETag';
    return this.shown([`${status} ${type}${tag}`, ...bodyLines(answer)]);
  }

  private async until(line: string): Promise<void> {
    const [, route = '', text = ''] = /^(\S+ \S+) (.+)$/.exec(line) ?? [];
    const owner = await this.operator('ada');
    await until(async () => (await owner.ask(route)).text.includes(text));
  }

  private async operator(name: string): Promise<TestOperator> {
    const known = this.operators.get(name);
    if (known) return known;
    const role = ROLES[name];
    if (!role) throw new Error(`nobody is called ${name}`);
    const operator = await TestOperator.of(this.shop, role, { name });
    this.operators.set(name, operator);
    return operator;
  }

  private async make(line: string): Promise<void> {
    const [what = '', ...rest] = line.split(' ');
    const row = rest.length > 0 && what !== 'order' ? (JSON.parse(rest.join(' ')) as object) : {};
    switch (what) {
      case 'account':
        this.accounts.push(await this.shop.account(row));
        return;
      case 'category':
        await this.shop.category(row);
        return;
      case 'product':
        await this.shop.product(row);
        return;
      case 'order': {
        const [product = '', parameters = ''] = rest;
        this.keys += 1;
        const key = `00000000-0000-4000-8000-${String(this.keys).padStart(12, '0')}`;
        const path = `/client/api/newOrder/${product}/params?order_uuid=${key}&${parameters}`;
        const answer = await this.accounts[0]!.api(path);
        // Names the order.
        this.stable.of(answer.text);
        return;
      }
      default:
        throw new Error(`nothing is called ${what}`);
    }
  }

  private shown(lines: readonly string[]): string[] {
    return lines.map((line) => INDENT + this.stable.of(line.replace(FOLDER, '/tmp/')));
  }
}

const ROLES: Readonly<Record<string, Role>> = { ada: 'owner', sue: 'support', vic: 'viewer' };

async function fileOr(word: string): Promise<string> {
  if (!word.startsWith('@')) return word;
  const folder = await mkdtemp(join(tmpdir(), 'souk-record-'));
  const file = join(folder, 'file');
  await writeFile(file, word.slice(1));
  return file;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.trimEnd().split('\n');
}

function bodyLines(text: string): string[] {
  try {
    JSON.parse(text);
  } catch {
    return linesOf(text);
  }
  const parts = text.replace(/"request_id":"[^"]*"/, '"request_id":"UUID"').split(BETWEEN_ITEMS);
  return parts.flatMap((part) => part.split('\n'));
}
