import { filterIn, isFilterPage } from './filter-pages.js';

it.each([
  ['orders', 'to=b&status=wait&from=a', 'status=wait&from=a&to=b'],
  ['orders', 'text=SECRET-CODE&cursor=x&done=y', ''],
  ['waiting', 'account_id=+7+&product_id=', 'account_id=7'],
  ['accounts', 'text=%D9%85%26x&text=other', 'text=%D9%85%26x'],
] as const)('of a filter of %s %s is kept %s', (page, query, kept) => {
  expect(filterIn(page, new URLSearchParams(query)).toString()).toBe(kept);
});

it.each([
  ['orders', true],
  ['reports/balances', true],
  ['own', false],
  ['toString', false],
  ['', false],
])('%j has filters: %j', (page, has) => {
  expect(isFilterPage(page)).toBe(has);
});
