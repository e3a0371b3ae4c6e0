import { nameOfActor } from '../../people/operators/operator-name.js';
import { PERMISSION_NAMES, type Permission } from '../../people/permissions/permissions.js';
import { ROLES, type Role } from '../../people/permissions/roles.js';
import type { ListedToken } from '../../people/tokens/operator-tokens.repository.js';
import {
  OperatorTokens,
  type IssuedOperatorToken,
} from '../../people/tokens/operator-tokens.service.js';
import { text, texts, time, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TextField, TimeField, WordField, WordsField } from '../fields/fields.js';
import { operation, unlocked } from '../operation.js';
import { OPERATOR_NAME } from './operator.operations.js';

/** Such as `acme.refund`; that the role has it is checked where the role is known. */
const EXTENSION_PERMISSION = /^[a-z][a-z0-9-]{0,29}\.[a-z][a-z0-9-]{0,49}$/;

export class NewOperatorTokenDto {
  @TextField({ ...OPERATOR_NAME, description: 'The operator in whose name it works.' })
  operator: string;

  @WordField(ROLES, { optional: true, description: 'Its role; that of the operator if absent.' })
  role?: Role;

  @WordsField(PERMISSION_NAMES, {
    optional: true,
    flag: 'scope',
    others: EXTENSION_PERMISSION,
    description: 'What it may do; all of the role if absent.',
  })
  scopes?: Permission[];

  @TextField({
    max: 200,
    optional: true,
    example: 'accounting',
    description: 'To tell it from others.',
  })
  label?: string;

  @TimeField({
    nullable: true,
    toCome: true,
    flag: 'expires',
    nullWord: 'never',
    description: 'When it ends; null if it does not.',
  })
  expires_at: string | null;
}

/** A token without the token itself. */
export const OPERATOR_TOKEN_SHAPE = shapeOf<ListedToken>()('OperatorTokenDto', {
  id: whole({ example: 5 }),
  operator: text(({ actor }) => nameOfActor(actor), { example: 'ada' }),
  label: text(),
  role: word(ROLES)(),
  scopes: texts.orNull({
    form: { type: 'array', items: { type: 'string' } },
    description: 'Null for all permissions of the role.',
  }),
  created_at: time(),
  expires_at: time.orNull(),
  last_used_at: time.orNull(),
  last_used_from: text.orNull({ example: '203.0.113.7', csv: 'plain' }),
  revoked_at: time.orNull(),
});
export type OperatorTokenDto = ShownBy<typeof OPERATOR_TOKEN_SHAPE>;

const ISSUED_TOKEN = shapeOf<IssuedOperatorToken>()('IssuedOperatorTokenDto', {
  id: whole({ example: 5 }),
  operator: text({ example: 'ada' }),
  role: word(ROLES)(),
  token: text({ example: 'souk_op_4f…', description: 'It is shown this once.' }),
});
export type IssuedOperatorTokenDto = ShownBy<typeof ISSUED_TOKEN>;

export const operatorTokenCreate = operation({
  name: 'operator token create',
  summary: 'make a token; it is shown once',
  permission: 'operators.edit',
  route: 'POST operator-tokens',
  hasOwnEntry: true,
  makes: true,
  input: NewOperatorTokenDto,
  answer: ISSUED_TOKEN.type,
  run: async ({ services, by, input: { expires_at: expires, ...request } }) => {
    const expiresAt = expires === null ? null : new Date(expires);
    const issued = await services(OperatorTokens).create({ ...request, expiresAt }, by);
    return { answer: ISSUED_TOKEN.of(issued) };
  },
});

export const operatorTokenRevoke = operation({
  name: 'operator token revoke',
  summary: 'end a token at once',
  permission: 'operators.edit',
  route: 'POST operator-tokens/:id/revoke',
  hasOwnEntry: true,
  target: { ...unlocked('token'), shape: OPERATOR_TOKEN_SHAPE },
  run: async ({ services, by, id }) => ({
    answer: OPERATOR_TOKEN_SHAPE.of(await services(OperatorTokens).revoke(id, by)),
  }),
});
