import type { QueryRunner } from 'typeorm';

/** Statements that end the transaction, also behind others; `END` ends blocks within statements, too. */
const ENDS =
  /(?:^|;)\s*(?:commit|prepare\s+transaction|(?:abort|rollback)\b(?!.*\bto\b))\b|^\s*end\b/i;

/**
 * Lets statements fail that would end the transaction of a runner. The code of an extension that commits would keep what is
 * refused later, such as the orders of others in a batch with checks; one that rolls back would lose what is answered as done.
 */
export function keepOpen(runner: QueryRunner): void {
  const query = runner.query.bind(runner);
  runner.query = ((...statement: Parameters<typeof query>) =>
    ENDS.test(statement[0])
      ? Promise.reject(new Error('A transaction is ended by the shop alone'))
      : query(...statement)) as typeof query;
}
