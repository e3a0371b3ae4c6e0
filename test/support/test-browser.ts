import { parse, type HTMLElement } from 'node-html-parser';
import { HttpClient, type Answer, type Ask } from './http-client.js';

const MAX_REDIRECTIONS = 5;
/** Browsers send it with every request over HTTPS, and to localhost. */
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html,*/*;q=0.8' };

/** What a form is filled in with; several values tick several boxes. */
export type Typed = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page as the browser shows it. */
export class ShownPage {
  readonly root: HTMLElement;

  constructor(
    readonly path: string,
    readonly answer: Answer,
  ) {
    this.root = parse(answer.text);
  }

  get status(): number {
    return this.answer.status;
  }

  /** All text in one line. */
  get text(): string {
    const content = this.root.querySelector('main')?.structuredText ?? this.answer.text;
    return content
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[\u2068\u2069]/g, '')
      .trim();
  }

  get title(): string {
    return this.root.querySelector('h1')?.text ?? '';
  }

  /** The address of the link with this text. */
  link(text: string): string {
    const found = this.root.querySelectorAll('a').find((one) => one.text.trim() === text);
    const href = found?.getAttribute('href');
    if (href === undefined) throw new Error(`no link ${text} on ${this.path}: ${this.text}`);
    return href;
  }

  /** The form that is sent to an address that ends like this; one that changes something before one that searches. */
  form(ending: string): HTMLElement {
    const forms = this.root
      .querySelectorAll('form')
      .filter((one) => one.getAttribute('action')?.endsWith(ending));
    const found = forms.find((one) => one.getAttribute('method') === 'post') ?? forms[0];
    if (!found) throw new Error(`no form for ${ending} on ${this.path}: ${this.text}`);
    return found;
  }
}

/** A browser without scripts: it keeps cookies, follows redirections and sends the forms that pages have. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  private readonly client: HttpClient;

  constructor(
    baseUrl: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.client = new HttpClient(baseUrl);
  }

  open(path: string): Promise<ShownPage> {
    return this.follow(path, {});
  }

  /** Opens a link of a page. */
  go(page: ShownPage, text: string): Promise<ShownPage> {
    return this.open(resolved(page, page.link(text)));
  }

  /** Opens the first link in the list of a page. */
  goToFirst(page: ShownPage): Promise<ShownPage> {
    const href = page.root.querySelector('tbody tr a')?.getAttribute('href');
    if (href === undefined) throw new Error(`no row with a link on ${page.path}: ${page.text}`);
    return this.open(resolved(page, href));
  }

  /**
   * Sends a form of a page, with its hidden and prefilled fields.
   * @param ending of the address that takes it.
   */
  send(page: ShownPage, ending: string, typed: Typed = {}): Promise<ShownPage> {
    const form = page.form(ending);
    const fields = filledIn(form, typed);
    const path = resolved(page, form.getAttribute('action') ?? '');
    if (form.getAttribute('method') === 'get') return this.open(`${path}?${fields.toString()}`);
    return this.post(path, fields);
  }

  post(path: string, fields: URLSearchParams): Promise<ShownPage> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.follow(path, { method: 'POST', headers: type, body: fields.toString() });
  }

  /** One request, without following a redirection. */
  async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.client.send(path, {
      ...ask,
      headers: { ...SAME_ORIGIN, ...this.headers, ...(cookie && { cookie }), ...ask.headers },
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(line);
    return answer;
  }

  private async follow(path: string, ask: Ask, hops = 0): Promise<ShownPage> {
    const answer = await this.ask(path, ask);
    const { location } = answer.headers;
    if (location === undefined) return new ShownPage(path, answer);
    if (hops === MAX_REDIRECTIONS) throw new Error(`too many redirections at ${path}`);
    return this.follow(resolvedPath(path, location), {}, hops + 1);
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value));
  }
}

function resolved(page: ShownPage, address: string): string {
  return resolvedPath(page.path, address);
}

function resolvedPath(path: string, address: string): string {
  const { pathname, search } = new URL(address, `http://shop.invalid${path}`);
  return pathname + search;
}

function filledIn(form: HTMLElement, typed: Typed): URLSearchParams {
  const fields = new URLSearchParams();
  for (const input of form.querySelectorAll('input, textarea, select')) {
    const name = input.hasAttribute('disabled') ? undefined : input.getAttribute('name');
    if (name !== undefined && typed[name] === undefined) {
      for (const value of presentValues(input)) fields.append(name, value);
    }
  }
  for (const [name, value = []] of Object.entries(typed)) {
    for (const one of typeof value === 'string' ? [value] : value) fields.append(name, one);
  }
  return fields;
}

function presentValues(input: HTMLElement): string[] {
  if (input.tagName === 'SELECT') {
    const options = input.querySelectorAll('option');
    const chosen = options.find((one) => one.hasAttribute('selected')) ?? options[0];
    return chosen ? [chosen.getAttribute('value') ?? chosen.text] : [];
  }
  if (input.tagName === 'TEXTAREA') return [input.text];
  const isBox = ['checkbox', 'radio'].includes(input.getAttribute('type') ?? '');
  if (isBox && !input.hasAttribute('checked')) return [];
  return [input.getAttribute('value') ?? (isBox ? 'on' : '')];
}
