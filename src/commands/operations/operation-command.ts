import type { Command } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
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
import { answerRow } from './answer-row.js';
import {
  fieldsOfCommand,
  helpOf,
  optionOf,
  optionsGiven,
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
          else terminal.item(answerRow(operation.answer, answer), answer);
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
  const input = operation.input ? checkedInput(operation.input, given) : {};
  const by = { actor: operatorName() };
  const target = id === undefined ? {} : { id };
  await runner.run(operation, { by, input, ...target, onDone, assertMay: () => undefined });
}

function addTarget(command: Command, target: Target): void {
  const { noun } = target;
  if (target.named) command.argument(`<${noun}>`, `name of the ${noun}`);
  else command.argument(`<${noun}>`, `${noun} id`, idArgument);
}

async function idOf(shop: OpenShop, target: Target, typed: unknown): Promise<number> {
  return (await target.named?.((type) => shop.get(type), String(typed))) ?? Number(typed);
}
