import { HandedOutCodes, type HandedOut } from './handed-out-codes.js';

const order = (orderId: string, lineage = 'one', codes = 1): HandedOut => ({
  accountId: 1,
  orderId,
  stock: 'uc60',
  encrypted: Array.from({ length: codes }, () => Buffer.alloc(32)),
  lineage,
});
const idsOf = (handedOut: HandedOutCodes) => handedOut.all().map(({ orderId }) => orderId);

it('keeps what was handed out for ten minutes, and the last order for longer', () => {
  const handedOut = new HandedOutCodes();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  handedOut.note(order('a'));
  now.mockReturnValue(600_000);
  handedOut.note(order('b'));
  expect(idsOf(handedOut)).toEqual(['a', 'b']);
  now.mockReturnValue(600_001);
  handedOut.note(order('c'));
  expect(idsOf(handedOut)).toEqual(['b', 'c']);
  now.mockReturnValue(9_000_000);
  handedOut.note(order('d'));
  expect(idsOf(handedOut)).toEqual(['d']);
});

it('keeps 100,000 codes at most, the latest', () => {
  const handedOut = new HandedOutCodes();
  for (const id of ['a', 'b', 'c']) handedOut.note(order(id, 'one', 40_000));
  expect(idsOf(handedOut)).toEqual(['b', 'c']);
});

it('settles what may have been committed: it is noted if it is found, and else forgotten after ten seconds', () => {
  const handedOut = new HandedOutCodes();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const [found, other] = [order('found'), order('other')];
  handedOut.noteUncertain(found);
  handedOut.noteUncertain(other);
  expect(idsOf(handedOut)).toEqual([]);
  handedOut.settle((one) => one === found);
  expect(idsOf(handedOut)).toEqual(['found']);
  expect(handedOut.unsettled).toEqual([other]);
  now.mockReturnValue(10_000);
  handedOut.settle(() => false);
  expect(handedOut.unsettled).toEqual([]);
  expect(idsOf(handedOut)).toEqual(['found']);
});

it('hands nothing out before the server has entered itself', () => {
  const handedOut = new HandedOutCodes();
  expect(handedOut.answeredIn).toBeUndefined();
  handedOut.answer('one', []);
  expect(handedOut.answeredIn).toBe('one');
});

it('is to be looked for again when a commit of the former lineage becomes known late', () => {
  const handedOut = new HandedOutCodes();
  handedOut.answer('two', []);
  handedOut.note(order('a', 'two'));
  expect(handedOut.lookedFor).toBe('two');
  handedOut.note(order('b', 'one'));
  expect(handedOut.lookedFor).toBeUndefined();
  expect(handedOut.answeredIn).toBe('two');
  const looked = handedOut.all();
  handedOut.note(order('c', 'one'));
  handedOut.answer('two', looked);
  expect(handedOut.lookedFor).toBeUndefined();
  handedOut.answer('two', handedOut.all());
  expect(handedOut.lookedFor).toBe('two');
});
