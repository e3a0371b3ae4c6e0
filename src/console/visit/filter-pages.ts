/** The parameters that a saved filter of a list keeps, by the page of the list below the home page of the console. */
export const FILTER_PARAMETERS = {
  // Without the text of a search, which may be a delivered code: codes are in the database under a key only.
  orders: ['status', 'account_id', 'product_id', 'from', 'to'],
  waiting: ['account_id', 'product_id', 'sort'],
  refusals: ['account_id', 'product_id', 'code', 'from', 'to'],
  accounts: ['text', 'group_id'],
  audit: ['actor', 'action', 'from', 'to'],
  reports: ['by', 'from', 'to'],
  'reports/balances': ['below'],
} as const;

export type FilterPage = keyof typeof FILTER_PARAMETERS;

export function isFilterPage(text: string): text is FilterPage {
  return Object.hasOwn(FILTER_PARAMETERS, text);
}

/** What is filtered by, of the parameters of a list: always in the same order, and nothing else. */
export function filterIn(page: FilterPage, query: URLSearchParams): URLSearchParams {
  const given = FILTER_PARAMETERS[page].flatMap((name) => {
    const value = (query.get(name) ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(given);
}
