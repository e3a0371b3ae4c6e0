import type { Type } from '@nestjs/common';
import type { Command } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import type { Endpoint } from '../../outgoing/endpoint.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import {
  isNamed,
  parameterOf,
  type AnyOperation,
  type Target,
  type ThingId,
} from '../../operations/operation.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { AuditService } from '../../upkeep/audit/audit.service.js';
import { AuditedChanges } from '../../people/changes/audited-changes.js';
import {
  idArgument,
  operatorName,
  type OwnContext,
  type OpenShop,
  type OpenOptions,
} from '../context/command-context.js';
import { allowSetHost } from '../context/set-host.js';
import type { Terminal } from '../context/terminal.js';
import { answerRow } from './answer-row.js';
import {
  fieldsOfCommand,
  helpOf,
  namedField,
  optionOf,
  optionsGiven,
  parserOf,
  valueOf,
} from './command-input.js';

/** Fields that are typed in a way of their own, such as a secret that is read from a file. */
export interface OwnFields<Options> {
  readonly fields: readonly string[];
  /** Adds their arguments, behind the others, and their options. */
  add(command: Command): unknown;
  /** Their values. @param words those of their arguments */
  read(options: Options, ...words: string[]): object | Promise<object>;
}

/** How the shop is opened for a command. */
export type OpenForm = Pick<OpenOptions, 'part' | 'withoutExtensions'>;

/** What the form of a command says of it. */
export function openOptionsOf({ part, withoutExtensions }: OpenForm): OpenOptions {
  return { ...(part && { part }), ...(withoutExtensions && { withoutExtensions }) };
}

/** How an operation is typed, where that does not follow from its declaration. */
export interface CommandForm extends OpenForm {
  /** What is typed, where that is not its input. */
  readonly typed?: Type;
  /** The input for what was typed. */
  given?(typed: object): object;
  /** The fields in which a thing is typed by its name instead of its id. */
  readonly named?: Readonly<Record<string, Target>>;
  /** The fields that are arguments, behind the target. */
  readonly arguments?: readonly string[];
  readonly description?: string;
  readonly own?: OwnFields<never>;
  /** Runs the operation, and again once a person has said what it asks for. */
  run?(given: object, run: (given: object) => Promise<void>): Promise<void>;
  /** A sentence in place of the answer, for people. */
  readonly said?: string | ((answer: never, id: ThingId, input: never) => string);
  /** Shows the answer; it is shown as a row by default. */
  show?(answer: object, shop: OpenShop, id: ThingId, input: object): unknown;
}

/** Adds the command of an operation to its group. */
export function addOperation(
  group: Command,
  { terminal, changeShop }: OwnContext,
  operation: AnyOperation,
  form: CommandForm = {},
): Command {
  const { summary, name, route } = operation;
  const isCalled = parameterOf(route) !== undefined;
  const fields = commandFields(operation, form);
  const command = group.command(wordsIn(group, name));
  command.description(form.description ?? summary);
  if (isCalled) addTarget(command, operation);
  fields.add(command);
  const run = async (shop: OpenShop, ...typed: unknown[]): Promise<void> => {
    const [reference, values] = isCalled ? [typed[0], typed.slice(1)] : [undefined, typed];
    const given = await fields.read(shop, values);
    if (operation.kind === 'setting' && Object.keys(given).length === 0) {
      throw new OperatorError(`Say what to set; see "souk ${name} --help".`);
    }
    const id = isCalled ? await idOf(shop, operation, reference) : undefined;
    const { allowHost, allowAll } = hostsAllowed(shop, terminal, operation);
    const onDone = async (answer: object): Promise<void> => {
      await allowAll();
      const { said } = form;
      const told =
        typeof said === 'function' ? said(answer as never, id ?? 0, given as never) : said;
      if (form.show) await form.show(answer, shop, id ?? 0, given);
      else if (told !== undefined) terminal.show(answer, told);
      else showAnswer(terminal, operation, answer);
    };
    const runWith = (asked: object) =>
      runOperation(shop, operation, { given: asked, id, onDone, allowHost });
    await (form.run?.(given, runWith) ?? runWith(given));
  };
  return command.action((...typed: unknown[]) =>
    changeShop((shop) => run(shop, ...typed), openOptionsOf(form)),
  );
}

/** Allows the hosts that a change sets: once it is committed, unless it has transactions of its own. */
function hostsAllowed(shop: OpenShop, terminal: Terminal, { kind }: AnyOperation) {
  const hosts: Endpoint[] = [];
  const allowAll = async (): Promise<void> => {
    for (const host of hosts.splice(0)) await allowSetHost(shop, terminal, host);
  };
  const allowHost = async (host: Endpoint): Promise<void> => {
    hosts.push(host);
    if (kind === 'outside') await allowAll();
  };
  return { allowHost, allowAll };
}

/** The words of a command behind those of its group. */
export function wordsIn(group: Command, name: string): string {
  const words = name.split(' ');
  return words.slice(words.lastIndexOf(group.name()) + 1).join(' ');
}

/** The fields of an operation in its command, which adds them and reads what was typed. */
function commandFields({ input }: AnyOperation, form: CommandForm) {
  const { arguments: names = [], own } = form;
  const { positional, others } = fieldsOfCommand(form.typed ?? input, names, own?.fields);
  const asTyped = others.map((field) => {
    const thing = form.named?.[field.name];
    return thing ? namedField(field, thing) : field;
  });
  return {
    add: (command: Command): void => {
      for (const field of positional) {
        command.argument(`<${field.name}>`, helpOf(field), parserOf(field));
      }
      for (const field of asTyped) command.addOption(optionOf(field));
      own?.add(command);
    },
    /** @param values of the arguments, then the options and the command */
    read: async (shop: OpenShop, values: readonly unknown[]): Promise<object> => {
      const words = values.slice(positional.length, -2) as string[];
      const [options] = values.slice(-2);
      return inputOf(shop, form, {
        ...Object.fromEntries(
          positional.map((field, place) => [field.name, valueOf(field, values[place])]),
        ),
        ...optionsGiven(asTyped, options as object),
        ...(await own?.read(options as never, ...words)),
      });
    },
  };
}

/** The input of an operation for what was typed. @throws OperatorError */
async function inputOf(
  shop: OpenShop,
  form: CommandForm,
  typed: Readonly<Record<string, unknown>>,
): Promise<object> {
  const ids: Record<string, ThingId> = {};
  for (const [name, thing] of Object.entries(form.named ?? {})) {
    if (typed[name] !== undefined) ids[name] = await namedId(shop, thing, typed[name]);
  }
  const given = { ...typed, ...ids };
  return form.given?.(given) ?? given;
}

interface TypedOperation {
  /** The values of its fields. */
  readonly given: object;
  readonly id?: ThingId | undefined;
  readonly onDone: (answer: object) => unknown;
  readonly allowHost?: (host: Endpoint) => Promise<void>;
}

function showAnswer(terminal: Terminal, { answer: type }: AnyOperation, answer: object): void {
  terminal.item(answerRow(type, answer), answer);
}

/** Runs an operation of the shop for a command that is made by hand, and shows its answer as a row. */
export function runTyped(
  { terminal, changeShop }: OwnContext,
  operation: AnyOperation,
  given: object,
): Promise<void> {
  const onDone = (answer: object): void => {
    showAnswer(terminal, operation, answer);
  };
  return changeShop((shop) => runOperation(shop, operation, { given, onDone }));
}

/** Runs an operation for who sits at the terminal, who may do everything. */
export async function runOperation(
  shop: OpenShop,
  operation: AnyOperation,
  { given, id, ...rest }: TypedOperation,
): Promise<void> {
  const changes = new AuditedChanges(shop.get(Database), shop.get(AuditService));
  const runner = new OperationRunner((type) => shop.get(type), changes);
  const input = operation.input ? checkedInput(operation.input, given) : {};
  const by = { actor: operatorName() };
  const target = id === undefined ? {} : { id };
  const everything = { assertMay: () => undefined, may: () => true };
  await runner.run(operation, { by, input, ...target, ...everything, ...rest });
}

function addTarget(command: Command, { target, route }: AnyOperation): void {
  const { noun = '', calledBy = `name of the ${noun}` } = target ?? {};
  if (target?.named || isNamed(route)) command.argument(`<${noun}>`, calledBy);
  else command.argument(`<${noun}>`, `${noun} id`, idArgument);
}

async function idOf(
  shop: OpenShop,
  { target, route }: AnyOperation,
  typed: unknown,
): Promise<ThingId> {
  if (isNamed(route)) return String(typed);
  return target ? namedId(shop, target, typed) : Number(typed);
}

async function namedId(
  shop: OpenShop,
  { named }: Pick<Target<unknown, ThingId>, 'named'>,
  typed: unknown,
): Promise<ThingId> {
  return (await named?.((type) => shop.get(type), String(typed))) ?? Number(typed);
}
