import { Readable } from 'node:stream';
import { readCsv } from './csv.reader.js';

/** Of the limits on what a file may hold. */
describe('readCsv', () => {
  it('makes no more categories than a catalog may have', async () => {
    const rows = Array.from({ length: 20_001 }, (_, id) => `${id + 1},A > ${id},x,1`);
    const text = ['id,category,name,price', ...rows].join('\r\n');
    await expect(readCsv(Readable.from([...text]))).rejects.toThrow(
      'has more than 20,000 categories',
    );
  });

  it('reads no more prices than a catalog may have products', async () => {
    const rows = Array.from({ length: 250_001 }, (_, id) => `${id + 1},1`);
    await expect(readCsv(Readable.from([['id,price', ...rows].join('\n')]))).rejects.toThrow(
      'has more than 250,000 prices',
    );
  });
});
