import { readdirSync } from 'node:fs';
import { ANSWERS, describeWire, USUAL } from './compared-wire.js';
import { GROUPS } from './requests/index.js';
import { startRecordedShop } from './shop/recorded-shop.js';

describeWire('the wire is as recorded:', () => startRecordedShop());

it('the recording has at least 300 requests, each with a name of its own, and no stray file', () => {
  const names = GROUPS.flatMap(({ name: group, rows }) =>
    rows.flatMap((row) => ('name' in row ? [`${group}: ${row.name}`] : [])),
  );
  const files = [USUAL, ...GROUPS.map(({ name }) => name)].map((name) => `${name}.txt`);

  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(readdirSync(ANSWERS).sort()).toEqual(files.sort());
});
