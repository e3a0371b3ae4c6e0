import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { OPERATIONS } from '../../src/admin/operations/topics.js';
import { optionName } from '../../src/commands/operations/command-input.js';
import { fieldsOf, type DescribedField } from '../../src/operations/fields/described-field.js';
import { parameterOf, type AnyOperation } from '../../src/operations/operation.js';
import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { allCommands } from '../support/all-commands.js';
import type { ShownPage, TestBrowser, Typed } from '../support/test-browser.js';
import type { AdminAsk } from '../support/test-operator.js';
import { filled, filledJson, WALKS, type Walk } from './walked-table.js';
import type { Thing } from './walked-things.js';

/** An operation that is asked for. */
export interface Asked {
  readonly operation: AnyOperation;
  readonly walk: Walk;
  readonly thing: Thing;
  /** True with what is wrong. */
  readonly isWrong?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const COMMANDS = new Map((await allCommands()).map((command) => [pathOf(command), command]));

export function inputOf({ walk, thing, isWrong = false }: Asked): Values {
  const wrong = isWrong ? filledJson(walk.wrong ?? '{}', thing) : {};
  return { ...filledJson(walk.input, thing), ...wrong };
}

/** The request of the admin API. */
export function requestOf(asked: Asked): [route: string, ask: AdminAsk] {
  const { operation, thing } = asked;
  const { route, input, kind } = operation;
  const path = route.replace(/:\w+/, String(thing.id));
  const ask = {
    ...(kind === 'once' && { key: randomUUID() }),
    ...(kind === 'setting' && { match: '*' }),
  };
  if (!input) return [path, ask];
  const given = inputOf(asked);
  if (!route.startsWith('DELETE')) return [path, { ...ask, body: given }];
  const texts = Object.entries(given).map(([name, value]) => [name, String(value)]);
  return [`${path}?${new URLSearchParams(texts).toString()}`, ask];
}

/** The form of the console, on its page. */
export interface OpenForm {
  readonly page: ShownPage;
  readonly ending: string;
  readonly typed: Typed;
}

export async function formOf(browser: TestBrowser, asked: Asked): Promise<OpenForm> {
  const { walk, thing, operation } = asked;
  const { more } = walk;
  let page = await browser.open(`/console/${filled(walk.page, thing)}`);
  const [, first = '', fields = ''] = /^(\S+) (.*)$/.exec(more.get('first') ?? '') ?? [];
  if (first !== '')
    page = await browser.send(page, first, Object.fromEntries(filledTexts(fields, thing)));
  const own = more.get('typed');
  const input = own === undefined ? inputOf(asked) : {};
  const described = operation.input ? fieldsOf(operation.input) : [];
  const typed = described.map((field) => [field.name, typedOf(field, input[field.name])] as const);
  const wrong = more.get('wrong') ?? (own === undefined ? undefined : walk.wrong);
  const texts = [own, more.get('also'), ...(asked.isWrong ? [wrong] : [])];
  return {
    page,
    ending: filled(walk.ending, thing),
    typed: {
      ...Object.fromEntries(typed.filter(([, value]) => value !== undefined)),
      ...Object.fromEntries(texts.flatMap((text = '{}') => filledTexts(text, thing))),
    },
  };
}

function filledTexts(json: string, thing: Thing): [name: string, text: string][] {
  return Object.entries(filledJson(json, thing)).map(([name, value]) => [name, String(value)]);
}

/** A value as it is typed into a form. */
function typedOf({ schema }: DescribedField, value: unknown): string | string[] | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === null) return '';
  if (value === true) return 'on';
  if (typeof value === 'string') return value;
  // No form has an object as a whole.
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : JSON.stringify(value);
  return schema.enum ? value.map(String) : value.map(String).join('\n');
}

/** The field that is wrong in a request, or in a form; undefined where a form has only boxes, or texts that cannot be wrong. */
export function wrongFieldOf({ walk, operation, thing }: Asked, door: 'api' | 'form') {
  const own = door === 'form' ? walk.more.get('wrong') : undefined;
  if (own === 'none') return undefined;
  const [name = ''] = Object.keys(filledJson(own ?? walk.wrong ?? '{}', thing));
  return door === 'form' && fieldNamed(operation, name)?.schema.type === 'boolean'
    ? undefined
    : name;
}

function fieldNamed({ input }: AnyOperation, name: string): DescribedField | undefined {
  return input && fieldsOf(input).find((field) => field.name === name);
}

/** What a command says of the wrong field. */
export function complaintOf(asked: Asked): RegExp {
  const name = wrongFieldOf(asked, 'api') ?? '';
  const field = fieldNamed(asked.operation, name);
  const option = field ? `--${optionName(field)} ` : name;
  return new RegExp(asked.walk.more.get('says') ?? `'${option}|'${name}'|^${name} `, 'm');
}

/** The commands of all operations. */
export const WALKED_COMMANDS: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap((operation) => {
    const walk = WALKS.find(({ id }) => id === idOf(operation));
    const name = walk?.more.get('command') ?? operation.name;
    return COMMANDS.has(name) ? name : [];
  }),
);

/** The id of an operation in the OpenAPI document. */
export function idOf({ operationId, name }: AnyOperation): string {
  return operationId ?? name.replaceAll(' ', '-');
}

/** The command, if the terminal has one. */
export function commandOf({ walk, operation }: Asked): Command | undefined {
  return COMMANDS.get(walk.more.get('command') ?? operation.name);
}

/** The words of a command behind `souk`. */
export async function wordsOf(asked: Asked, command: Command): Promise<string[]> {
  const { walk, thing, operation } = asked;
  const words = walk.more.get('words');
  const path = pathOf(command).split(' ');
  const input = inputOf(asked);
  if (words !== undefined) return [...path, ...(await ownWords(filled(words, thing), input))];
  const called = operation.target?.named ? (thing.name ?? thing.id) : thing.id;
  const target = parameterOf(operation.route) === undefined ? [] : [called];
  const names = command.registeredArguments.slice(target.length).map((one) => one.name());
  const fields = operation.input ? fieldsOf(operation.input) : [];
  const options = fields.flatMap((field) => {
    const name = `--${optionName(field)}`;
    const option = command.options.find(({ long }) => long === name);
    const value = input[field.name];
    if (!option || value === undefined || names.includes(field.name)) return [];
    if (option.required) return [name, textOf(value, field)];
    return value === false ? [] : [name];
  });
  const typed = [...target, ...names.map((name) => input[name])].map((value) => String(value));
  return [...path, ...options, '--', ...typed];
}

function textOf(value: unknown, { nullWord = 'default' }: DescribedField): string {
  if (value === null) return nullWord;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join() : JSON.stringify(value);
}

async function ownWords(words: string, input: Values): Promise<string[]> {
  const typed = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return Promise.all(
    typed.map(async (word) => {
      const value = String(input[word.slice(1)]);
      if (word.startsWith('%')) return value;
      if (!/^[@#]/.test(word)) return word;
      const path = join(await mkdtemp(join(tmpdir(), 'souk-')), 'file');
      await writeFile(path, value, word.startsWith('#') ? 'base64' : 'utf8');
      return path;
    }),
  );
}
