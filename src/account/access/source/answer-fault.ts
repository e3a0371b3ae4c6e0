const MAX_ACCOUNT_ID = 2 ** 31 - 1;

/** What is wrong with an answer of a token source, which may be written without types; undefined if nothing is. */
export function answerFault(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'it is no object';
  const { accountId, goodForSeconds } = answer as Record<string, unknown>;
  if (!isAccountId(accountId)) return 'accountId is not the number of an account';
  if (typeof goodForSeconds !== 'number') return 'goodForSeconds is no number';
  return goodForSeconds > 0 ? undefined : 'goodForSeconds is not above 0';
}

function isAccountId(id: unknown): boolean {
  return Number.isInteger(id) && Number(id) > 0 && Number(id) <= MAX_ACCOUNT_ID;
}
