import { setTimeout as sleep } from 'node:timers/promises';
import type { HTMLElement } from 'node-html-parser';
import type { ShownPage, TestBrowser } from '../../support/test-browser.js';
import type { Item } from './catalog-state.js';
import type { Change } from './changed-catalog.js';

const PATH = '/console/catalog/imports';
const BOUNDARY = 'a-boundary-of-the-uploads';
const POLLING_MS = 250;

/** What the page of an upload has said while a state lasted. */
export interface SeenState {
  /** Such as `being read`. */
  readonly state: string;
  /** The texts of its progress, each once. */
  readonly progress: readonly string[];
  readonly seconds: number;
}

/** An operator who imports a catalog by the pages of the console, and by nothing else. */
export class ImportConsole {
  constructor(private readonly browser: TestBrowser) {}

  /** Sends the form with a file. @returns the address of the page of the upload. @throws Error if it is refused */
  async upload(file: string, name = 'catalog.json'): Promise<string> {
    const answer = await this.browser.ask(PATH, {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: multipart(file, name),
    });
    const { location } = answer.headers;
    if (location === undefined) throw new Error(`the upload is answered ${answer.status}`);
    return new URL(location, `http://shop.invalid${PATH}`).pathname;
  }

  open(path: string): Promise<ShownPage> {
    return this.browser.open(path);
  }

  /** Opens the page again and again, as a browser does, as long as it says that it is to be shown again. */
  async follow(path: string): Promise<{ page: ShownPage; seen: SeenState[] }> {
    const seen: { state: string; progress: Set<string>; begun: number; ended: number }[] = [];
    for (;;) {
      const page = await this.browser.open(path);
      const { state, progress } = stateOf(page);
      const now = performance.now();
      let last = seen.at(-1);
      if (last) last.ended = now;
      if (last?.state !== state) {
        last = { state, progress: new Set<string>(), begun: now, ended: now };
        seen.push(last);
      }
      last.progress.add(progress);
      if (page.answer.headers.refresh === undefined) return { page, seen: seen.map(shownState) };
      await sleep(POLLING_MS);
    }
  }

  /** Sends one of the forms of the page of an upload. */
  send(page: ShownPage, action: 'apply' | 'compare' | 'discard'): Promise<ShownPage> {
    const [, unusual] = /Unusual changes: ([\d,]+)/.exec(page.text) ?? [];
    const isAccepted = action === 'apply' && unusual !== undefined;
    const accepted = isAccepted ? { accept_unusual: unusual.replaceAll(',', '') } : {};
    return this.browser.send(page, action, accepted);
  }

  /** The question whether the newest import is taken back, on the page of its entry in the audit. */
  async askToTakeBack(): Promise<ShownPage> {
    const entries = await this.browser.open('/console/audit?action=catalog+import');
    return this.browser.send(await this.browser.goToFirst(entries), 'take-back');
  }

  takeBack(question: ShownPage): Promise<ShownPage> {
    return this.browser.send(question, 'take-back');
  }

  /** All changes that the pages of the difference show, from the first page on. */
  async changes(first: ShownPage): Promise<Change[]> {
    const changes: Change[] = [];
    for (let page = first; ; page = await this.browser.go(page, 'Next page')) {
      const rows = page.root.querySelectorAll('tbody tr').filter(isChange);
      changes.push(...rows.map(changeOf));
      if (!page.root.querySelectorAll('a').some(({ text }) => text.trim() === 'Next page')) break;
    }
    return changes;
  }
}

function multipart(file: string, name: string): string {
  const field = (disposition: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const hidden = field('name="hide_missing"', 'true');
  return `${hidden}${field(`name="file"; filename="${name}"`, file)}--${BOUNDARY}--\r\n`;
}

function shownState(one: { state: string; progress: Set<string>; begun: number; ended: number }) {
  const { state, progress, begun, ended } = one;
  return { state, progress: [...progress], seconds: (ended - begun) / 1_000 };
}

/** What the page says of the state, and of the progress beside its bar. */
export function stateOf({ root }: ShownPage): { state: string; progress: string } {
  const state = root.querySelector('.badge')?.text.trim() ?? '';
  const bar = root.querySelector('progress');
  return { state, progress: bar?.parentNode?.text.trim() ?? '' };
}

function isChange(row: HTMLElement): boolean {
  return row.querySelector('dl') !== null;
}

function changeOf(row: HTMLElement): Change {
  const [what, change, values] = row.querySelectorAll('td');
  const item: Item = what?.text.trim().startsWith('category') ? 'category' : 'product';
  const names = values?.querySelectorAll('dt') ?? [];
  const shown = values?.querySelectorAll('dd') ?? [];
  return {
    item,
    id: Number(what?.querySelector('code')?.text),
    change: change?.text.trim() ?? '',
    values: Object.fromEntries(
      names.map(({ text }, index) => [text.trim(), valuesOf(shown[index])] as const),
    ),
  };
}

function valuesOf(value: HTMLElement | undefined): readonly [string | null, string | null] {
  const before = value?.querySelector('del')?.text ?? null;
  const after = value?.querySelectorAll('bdi').at(-1)?.text ?? null;
  return [before, after === '—' ? null : after];
}
