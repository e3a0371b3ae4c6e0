import { hashOfToken, newToken } from '../../../src/account/access/token-secret.js';
import type { RowsDatabase } from '../../../src/start/testing/shop-rows.js';

const ADD_OPERATOR = `
  WITH added AS (
    INSERT INTO operators (name, role) VALUES ($1, 'manager') RETURNING id
  )
  INSERT INTO operator_tokens (operator_id, token_hash, role) SELECT id, $2, 'manager' FROM added`;

/** Makes an operator who is a manager. @returns a token of the admin API */
export async function addOperator(db: RowsDatabase, name: string): Promise<string> {
  const token = `souk_op_${newToken()}`;
  await db.query(ADD_OPERATOR, [name, hashOfToken(token)]);
  return token;
}
