import { LinkAddress } from '../../people/links/link-address.js';
import {
  OperatorManagement,
  type InvitedOperator,
} from '../../people/management/operator-management.service.js';
import type { Operator } from '../../people/operators/operators.repository.js';
import { ROLES, type Role } from '../../people/permissions/roles.js';
import { flag, text, time, whole, word } from '../answers/answer-fields.js';
import { one, shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { FlagField, TextField, WordField } from '../fields/fields.js';
import { operation, unlocked, type Outcome, type Services } from '../operation.js';

export const OPERATOR_NAME = { max: 64, min: 1, example: 'ada' } as const;

export class NewOperatorDto {
  @TextField({ ...OPERATOR_NAME, description: 'Letters a to z, digits and . _ @ -.' })
  name: string;

  @WordField(ROLES, { example: 'support' })
  role: Role;
}

export class OperatorChangeDto {
  @WordField(ROLES, { optional: true, example: 'finance' })
  role?: Role;

  @FlagField({
    optional: true,
    option: 'require-two-factor',
    description: 'Demand a second factor at the next sign-in.',
  })
  two_factor_required?: boolean;
}

const STATES = ['invited', 'active', 'disabled'] as const;

function stateOf({ disabledAt, hasPassword }: Operator): (typeof STATES)[number] {
  if (disabledAt) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

/** Somebody with a role in the shop. */
export const OPERATOR_SHAPE = shapeOf<Operator>()('OperatorDto', {
  id: whole({ example: 3 }),
  name: text({ example: 'ada' }),
  role: word(ROLES)(),
  state: word(STATES)(stateOf),
  two_factor: flag({ description: 'True once the second factor is confirmed.' }),
  two_factor_required: flag(),
  created_at: time(),
  disabled_at: time.orNull(),
});
export type OperatorDto = ShownBy<typeof OPERATOR_SHAPE>;

/** An operator that has to set a password. */
const INVITED_OPERATOR = shapeOf<InvitedOperator>()('InvitedOperatorDto', {
  operator: one(OPERATOR_SHAPE, ({ operator }: InvitedOperator) => operator),
  link: text({
    example: 'https://shop.example/console/link/4f…',
    description: 'It works once and for 24 hours, and is shown this once.',
  }),
});
export type InvitedOperatorDto = ShownBy<typeof INVITED_OPERATOR>;

const OPERATOR = { ...unlocked<string>('operator'), shape: OPERATOR_SHAPE };

function invited(services: Services, made: InvitedOperator): Outcome<InvitedOperatorDto> {
  const link = services(LinkAddress).of(made.link);
  return { answer: INVITED_OPERATOR.of({ ...made, link }) };
}

/** What all of them have: their service locks all owners, and writes the entry. */
const COMMON = { permission: 'operators.edit', hasOwnEntry: true } as const;

export const operatorCreate = operation({
  ...COMMON,
  name: 'operator create',
  summary: 'make an operator, and a link by which it sets its password',
  route: 'POST operators',
  makes: true,
  input: NewOperatorDto,
  answer: INVITED_OPERATOR.type,
  run: async ({ services, by, input: { name, role } }) =>
    invited(services, await services(OperatorManagement).create(name, role, by)),
});

export const operatorSet = operation({
  ...COMMON,
  name: 'operator set',
  summary: 'change the role, or whether the second factor is required',
  route: 'PATCH operators/:name',
  kind: 'setting',
  target: OPERATOR,
  input: OperatorChangeDto,
  run: async ({ services, by, id, input, expects }) => {
    const operators = services(OperatorManagement);
    const changed = await operators.set(id, camelCased(input), by, (operator) => {
      expects(OPERATOR_SHAPE.of(operator));
    });
    return { answer: OPERATOR_SHAPE.of(changed) };
  },
});

export const operatorDisable = operation({
  ...COMMON,
  name: 'operator disable',
  summary: 'end its sessions and refuse its tokens, at once',
  route: 'POST operators/:name/disable',
  target: OPERATOR,
  run: async ({ services, by, id }) => ({
    answer: OPERATOR_SHAPE.of(await services(OperatorManagement).disable(id, by)),
  }),
});

export const operatorEnable = operation({
  ...COMMON,
  name: 'operator enable',
  summary: 'let a disabled operator sign in again',
  route: 'POST operators/:name/enable',
  target: OPERATOR,
  run: async ({ services, by, id }) => ({
    answer: OPERATOR_SHAPE.of(await services(OperatorManagement).enable(id, by)),
  }),
});

export const operatorInvite = operation({
  ...COMMON,
  name: 'operator invite',
  summary: 'a new link for an operator that has no password yet',
  route: 'POST operators/:name/invite',
  target: OPERATOR,
  answer: INVITED_OPERATOR.type,
  run: async ({ services, by, id }) =>
    invited(services, await services(OperatorManagement).invite(id, by)),
});

export const operatorReset = operation({
  ...COMMON,
  name: 'operator reset',
  summary: 'take password and second factor away, end all sessions, and make a link',
  route: 'POST operators/:name/reset',
  target: OPERATOR,
  answer: INVITED_OPERATOR.type,
  run: async ({ services, by, id }) =>
    invited(services, await services(OperatorManagement).reset(id, by)),
});

const ENDED_SESSIONS = shapeOf<number>()('EndedSessionsDto', {
  ended: whole((ended) => ended, { example: 2, description: 'How many sessions were ended.' }),
});
export type EndedSessionsDto = ShownBy<typeof ENDED_SESSIONS>;

export const operatorSignOut = operation({
  ...COMMON,
  name: 'operator sign-out',
  summary: 'end all sessions of an operator',
  route: 'POST operators/:name/sign-out',
  target: OPERATOR,
  answer: ENDED_SESSIONS.type,
  run: async ({ services, by, id }) => ({
    answer: ENDED_SESSIONS.of(await services(OperatorManagement).signOut(id, by)),
  }),
});

export const OPERATOR_OPERATIONS = [
  ...[operatorCreate, operatorSet, operatorDisable, operatorEnable],
  ...[operatorInvite, operatorReset, operatorSignOut],
];
