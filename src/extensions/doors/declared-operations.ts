import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isOperatorError } from '../../common/app-error.js';
import { loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import { withinTime } from '../../common/time-limit.js';
import { Database } from '../../database/database.js';
import { isWriteRefused } from '../../database/database-errors.js';
import { textIn } from '../../locales/operator-text.js';
import { ACCOUNT } from '../../operations/accounts/account.operations.js';
import { PRODUCT } from '../../operations/catalog/product.operations.js';
import { checkedInput, InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { describedType } from '../../operations/fields/described-field.js';
import {
  FlagField,
  IntegerField,
  MoneyField,
  TextField,
  WordField,
} from '../../operations/fields/fields.js';
import type { AnyOperation, Services, ThingId, Work } from '../../operations/operation.js';
import { ORDER } from '../../operations/orders/order.operations.js';
import type { LoadedExtension } from '../extension.js';
import { RunningExtensions } from '../running-extensions.js';
import { withinOperation } from '../shop/call-rules.js';
import { permissionOf } from '../../people/permissions/permissions.js';
import type {
  ExtensionOperation,
  OperationField,
  OperationFields,
} from '../operators/extension-operation.js';

/** Of what holds locks, or a connection. */
const RUN_TIMEOUT_MS = 10_000;
const LATE = `it took longer than ${RUN_TIMEOUT_MS / 1000} seconds`;
const USUAL_CHARACTERS = 200;

const TARGETS = {
  account: { target: ACCOUNT, parameter: '/:id' },
  product: { target: PRODUCT, parameter: '/:id' },
  order: { target: ORDER, parameter: '/:order' },
} as const;

/** The operations of an extension, as doors are made of them. */
export function operationsOf(extension: LoadedExtension): AnyOperation[] {
  return (extension.definition.operations ?? []).map((one) => operationOf(extension, one));
}

/** An operation of an extension, as doors are made of it. */
export function operationOf(
  extension: LoadedExtension,
  declared: ExtensionOperation,
): AnyOperation {
  const { name: owner } = extension.definition;
  const { name, summary, permission, kind = 'change', fields = {} } = declared;
  const { target, parameter = '' } = declared.target ? TARGETS[declared.target] : {};
  const typeName = `Extension-${owner}-${name}`.replaceAll(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const answer = typeOf(`${typeName}AnswerDto`, declared.answer ?? {});
  return {
    name: `${owner} ${name}`,
    operationId: `extension-${owner}-${name}`,
    summary: textIn('en', summary),
    permission: permissionOf(owner, permission),
    route: `POST extensions/${owner}/${name}${parameter}`,
    kind,
    status: 200,
    answer,
    input: typeOf(`${typeName}Dto`, fields),
    ...(target && { target: target }),
    ...(kind === 'outside' && { takesKey: true }),
    run: async (work) => {
      const given = await noted(work.services, extension, declared, () =>
        called(extension, declared, work, answer),
      );
      return { answer: given, before: null, after: { ...given } };
    },
  };
}

/** A class with these fields. */
function typeOf(name: string, fields: OperationFields): Type<object> {
  const type = describedType<object>(name, {});
  for (const [field, declared] of Object.entries(fields)) {
    decoratorOf(field, declared)(type.prototype as object, field);
  }
  return type;
}

function decoratorOf(name: string, field: OperationField): PropertyDecorator {
  const { label, optional = false } = field;
  const options = { description: textIn('en', label), optional };
  switch (field.kind) {
    case 'text':
      return TextField({
        ...options,
        min: optional ? 0 : 1,
        max: field.maxCharacters ?? USUAL_CHARACTERS,
      });
    case 'integer':
      return IntegerField({ ...options, min: field.min, max: field.max });
    case 'money':
      return MoneyField({ ...options, ...(field.signed && { signed: true }) });
    case 'flag':
      return FlagField({ ...options, optional: true, flag: name.replaceAll('_', '-') });
    case 'choice':
      return WordField(Object.keys(field.words), options);
  }
}

type AnyWork = Work<unknown, object, ThingId>;

/** @throws what the operation throws; an error for an answer that it does not declare */
async function called(
  extension: LoadedExtension,
  declared: ExtensionOperation,
  work: AnyWork,
  answer: Type<object>,
): Promise<object> {
  const { kind } = declared;
  const { services } = work;
  const run = async (manager: EntityManager): Promise<object> => {
    const { by, signal, id, requestReference = `command ${randomUUID()}` } = work;
    const given = await declared.run({
      ...{ manager, signal, requestReference },
      shop: services(RunningExtensions).shopOf(extension),
      id: declared.target && id,
      input: { ...work.input },
      by: by.actor,
    });
    return checkedAnswer(answer, given ?? {});
  };
  const limited = (manager: EntityManager): Promise<object> =>
    withinOperation(extension.definition.name, declared.name, () =>
      withinTime(run(manager), RUN_TIMEOUT_MS, LATE),
    );
  if (kind === 'outside' || kind === 'reading') await assertThere(declared, work);
  if (kind === 'outside') return run(work.manager);
  if (kind === 'reading') return reading(services, limited);
  return limited(work.manager);
}

/** @throws an error for a write, which is no sign of a database that is unavailable */
async function reading<T>(
  services: Services,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await services(Database).transaction(work, { readOnly: true });
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
    throw new Error('it writes, and is declared as reading', { cause: error });
  }
}

/** @throws an error, since it is no fault of what was asked */
function checkedAnswer(type: Type<object>, given: object): object {
  try {
    return checkedInput(type, given);
  } catch (error) {
    if (!(error instanceof InvalidFieldsError)) throw error;
    throw new Error(`its answer is not as declared: ${error.message}`, { cause: error });
  }
}

/** Nobody has looked for a target that is not locked. @throws MissingError */
async function assertThere(
  { target: name }: ExtensionOperation,
  { services, id }: AnyWork,
): Promise<void> {
  if (name === undefined) return;
  const { target } = TARGETS[name];
  const find = target.locked as (of: Services, manager: EntityManager, id: ThingId) => unknown;
  await services(Database).transaction((manager) => Promise.resolve(find(services, manager, id)));
}

async function noted<T>(
  services: Services,
  { definition: { name: extension } }: LoadedExtension,
  { name }: ExtensionOperation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOperatorError(error)) throw error;
    const fault = 'an operation failed';
    const details = { err: loggableError(error) };
    services(PortFaults).note({ extension, port: `operation ${name}`, fault }, details);
    throw error;
  }
}
