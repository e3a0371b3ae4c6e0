import { judged, ROUTES } from './answers.js';
import { shownTo, type Shown } from './market.js';

const MARKER = 1234;
const AUDIENCE = 2;
const [FIRST] = ROUTES;

function wire(shown: readonly Shown[]): object[] {
  return shown.map(({ id, price, category, categoryName, available }) => ({
    id,
    price: price / 1_000_000,
    available,
    category_id: category,
    category_name: categoryName,
  }));
}

const faultOf = (shown: readonly Shown[]): string | undefined =>
  judged(FIRST, AUDIENCE, JSON.stringify(wire(shown))).fault;

it('finds nothing in what one revision shows', () => {
  expect(judged(FIRST, AUDIENCE, JSON.stringify(wire(shownTo(AUDIENCE, MARKER))))).toEqual({
    marker: MARKER,
    fault: undefined,
  });
});

it.each<[string, (right: Shown[]) => Shown[]]>([
  [
    'mixes revisions',
    ([first, ...rest]) => [...shownTo(AUDIENCE, MARKER + 1).slice(0, 1), ...(first ? rest : [])],
  ],
  ["another audience's price", () => shownTo(AUDIENCE + 1, MARKER)],
  ['not what one revision shows', (right) => right.slice(1)],
  ['not what one revision shows', (right) => [...right, ...right.slice(-1)]],
  [
    'not what one revision shows',
    ([first, ...rest]) => (first ? [{ ...first, category: 6 }, ...rest] : []),
  ],
  [
    'not what one revision shows',
    ([first, ...rest]) => (first ? [{ ...first, categoryName: 'Shelf 1' }, ...rest] : []),
  ],
])('finds %s', (fault, broken) => {
  expect(faultOf(broken(shownTo(AUDIENCE, MARKER)))).toContain(fault);
});

it('finds a hidden product', () => {
  const hidden = shownTo(AUDIENCE + 1, MARKER).filter(
    ({ id }) => id === 1 + ((AUDIENCE + MARKER) % 24),
  );
  expect(faultOf([...shownTo(AUDIENCE, MARKER), ...hidden])).toBeDefined();
  expect(hidden).toHaveLength(1);
});

it('looks into each of several lists', () => {
  const products = wire(shownTo(AUDIENCE, MARKER));
  const items = wire(shownTo(AUDIENCE, MARKER + 1));
  const text = JSON.stringify({ products, data: products, items });
  expect(judged('products-wrapped', AUDIENCE, text).fault).toBeDefined();
});
