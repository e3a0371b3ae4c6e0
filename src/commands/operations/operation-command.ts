import type { Command } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import type { DescribedField } from '../../operations/fields/described-field.js';
import type { AnyOperation, Target } from '../../operations/operation.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { AuditService } from '../../operator/audit/audit.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import {
  idArgument,
  operatorName,
  type OwnContext,
  type OpenShop,
  type ShopPart,
} from '../context/command-context.js';
import {
  fieldsOfCommand,
  helpOf,
  optionName,
  optionOf,
  parserOf,
  valueOf,
} from './command-input.js';

/** How an operation is typed, where that does not follow from its declaration. */
export interface CommandForm {
  /** The fields that are arguments, behind the target. */
  readonly arguments?: readonly string[];
  readonly description?: string;
  /** Shows the answer; it is shown as a row by default. */
  readonly show?: (answer: object, shop: OpenShop, id: number) => unknown;
  readonly part?: ShopPart;
}

/** Adds the command of an operation to its group. */
export function addOperation(
  group: Command,
  { terminal, changeShop }: OwnContext,
  operation: AnyOperation,
  form: CommandForm = {},
): Command {
  const { target, summary, name } = operation;
  const { positional, others } = fieldsOfCommand(operation, form.arguments ?? []);
  const command = group.command(name.split(' ').slice(1).join(' '));
  command.description(form.description ?? summary);
  if (target) addTarget(command, target);
  for (const field of positional) {
    command.argument(`<${field.name}>`, helpOf(field), parserOf(field));
  }
  for (const field of others) command.addOption(optionOf(field));
  return command.action((...typed: unknown[]) =>
    changeShop(
      async (shop) => {
        const [reference, values] = target ? [typed[0], typed.slice(1)] : [undefined, typed];
        const given = {
          ...Object.fromEntries(
            positional.map((field, place) => [field.name, valueOf(field, values[place])]),
          ),
          ...optionsGiven(others, values[positional.length] as object),
        };
        if (operation.kind === 'setting' && Object.keys(given).length === 0) {
          throw new OperatorError(`Say what to set; see "souk ${name} --help".`);
        }
        const id = target && (await idOf(shop, target, reference));
        const show = async (answer: object): Promise<void> => {
          if (form.show) await form.show(answer, shop, id ?? 0);
          else terminal.item({ ...answer });
        };
        await runOperation(shop, operation, { given, id, onDone: show });
      },
      form.part && { part: form.part },
    ),
  );
}

interface TypedOperation {
  /** The values of its fields. */
  readonly given: object;
  readonly id?: number | undefined;
  readonly onDone: (answer: object) => unknown;
}

/** Runs an operation for who sits at the terminal, who may do everything. */
export async function runOperation(
  shop: OpenShop,
  operation: AnyOperation,
  { given, id, onDone }: TypedOperation,
): Promise<void> {
  const changes = new AuditedChanges(shop.get(Database), shop.get(AuditService));
  const runner = new OperationRunner((type) => shop.get(type), changes);
  const input = operation.input ? inputOf(operation.input, given) : {};
  const by = { actor: operatorName() };
  const target = id === undefined ? {} : { id };
  await runner.run(operation, { by, input, ...target, onDone, assertMay: () => undefined });
}

function inputOf(type: NonNullable<AnyOperation['input']>, given: object): object {
  const checked = checkedInput(type, given);
  if ('input' in checked) return checked.input;
  throw new OperatorError(
    checked.faults.map(({ field, message }) => `${field} ${message}`).join('; '),
  );
}

function addTarget(command: Command, target: Target): void {
  const { noun } = target;
  if (target.named) command.argument(`<${noun}>`, `name of the ${noun}`);
  else command.argument(`<${noun}>`, `${noun} id`, idArgument);
}

async function idOf(shop: OpenShop, target: Target, typed: unknown): Promise<number> {
  return (await target.named?.((type) => shop.get(type), String(typed))) ?? Number(typed);
}

/** The options that were typed, by the names of their fields. */
function optionsGiven(fields: readonly DescribedField[], options: object): Record<string, unknown> {
  const typed = new Map<string, unknown>(Object.entries(options));
  const given = fields.map((field) => {
    return [field.name, valueOf(field, typed.get(camelCase(optionName(field))))] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** As the parser names options. */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
