import { settlementLines, type Settlement } from './settlement-text.js';

const NOTHING: Settlement = {
  stateOf: new Date('2026-01-31T03:15:07.123Z'),
  codes: [],
  orders: { waiting: 0, atSuppliers: 0 },
  messages: { held: 0, lost: 0 },
  events: { held: 0, lost: 0, accounts: 0 },
  lostCheckpoints: [],
};

const items = (change: Partial<Settlement>): string[] =>
  settlementLines({ ...NOTHING, ...change }).filter((line) => /^\d\. /.test(line));

it('says what time the shop is of, and that newOrder is closed until the end of maintenance', () => {
  const [state, closed, , end] = settlementLines(NOTHING);
  expect(state).toContain('2026-01-31 03:15:07 UTC. Orders, deposits and other changes after');
  expect(closed).toContain('newOrder is closed (130)');
  expect(end).toContain('"souk maintenance off"');
});

it('names the held codes of each stock, and how they are released', () => {
  const codes = [
    { stock: 'steam', held: 20 },
    { stock: 'uc60', held: 100 },
  ];
  const [text] = items({ codes });
  expect(text).toContain(
    '1. Codes: 20 of steam, 100 of uc60 may have been sold, and are held back',
  );
  expect(text).toContain('"souk codes release STOCK --sold FILE"');
  expect(text).toContain('"souk codes release STOCK --all"');
});

it('warns of codes that were imported after the state, also without any stock', () => {
  expect(items({})).toEqual([
    expect.stringMatching(/import them again while newOrder is closed.*--sold FILE/),
  ]);
});

it('tells orders that a supplier may have got from those that people may have closed', () => {
  expect(items({ orders: { waiting: 5, atSuppliers: 3 } }).slice(1)).toEqual([
    expect.stringMatching(/^2\. Suppliers: .* may have been bought: 3\. .* by check before/),
    expect.stringMatching(/^3\. Orders: more orders wait .*: 2\./),
  ]);
  expect(items({ orders: { waiting: 3, atSuppliers: 3 } })).toHaveLength(2);
});

it('says how held messages are sent, or that failed ones are not tried again', () => {
  expect(items({ messages: { held: 4, lost: 0 } }).at(-1)).toMatch(
    /^2\. Webhooks: messages are held back .*: 4\. "souk webhook release"/,
  );
  expect(items({ messages: { held: 0, lost: 2 } }).at(-1)).toMatch(
    /^2\. Webhooks: messages that had failed are not tried again, .*: 2\./,
  );
});

it('says the same of events for listeners', () => {
  expect(items({ events: { held: 4, lost: 0, accounts: 0 } }).at(-1)).toMatch(
    /^2\. Events: events .* may have been handled: 4\. "souk extension release"/,
  );
  expect(items({ events: { held: 0, lost: 2, accounts: 0 } }).at(-1)).toMatch(
    /^2\. Events: events .* not tried again: 2\. .*"souk extension resend ID"/,
  );
  expect(items({ events: { held: 0, lost: 0, accounts: 7 } }).at(-1)).toMatch(
    /^2\. Events in order: accounts are held back .*: 7\. "souk extension release" goes on/,
  );
});

it('lists the accounts that have checkpoints of what is lost', () => {
  const lostCheckpoints = [7, 8].map((accountId) => ({
    ...{ accountId, eventNumber: '12', entrySequence: '30', signed: '[]' },
  }));
  const [, text] = items({ lostCheckpoints });
  expect(text).toContain('account 7 (event 12, ledger entry 30), account 8 (event 12');
  expect(text).toContain('"souk receipts break --cause TEXT"');
});
