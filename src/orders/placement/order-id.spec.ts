import fc from 'fast-check';
import { OrderIds } from './order-id.js';

const JULY_MS = Date.UTC(2026, 6);

function idsOf(count: number, ids: OrderIds): string[] {
  return Array.from({ length: count }, () => ids.next());
}

/** The time in an id, as its digits say it. */
function timeOf(id: string): bigint {
  return BigInt(`0x${id.slice(3)}`) >> 22n;
}

const clocks = fc.array(fc.nat(5), { minLength: 1, maxLength: 300 });

describe('order ids', () => {
  it('have their form, and stand in the order of time', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.date({
            min: new Date('2026-01-01'),
            max: new Date('2165-01-01'),
            noInvalidDate: true,
          }),
          {
            minLength: 2,
            selector: (date) => date.getTime(),
          },
        ),
        (dates) => {
          const times = dates.map((date) => date.getTime()).toSorted((one, other) => one - other);
          const ids = times.map((time) => new OrderIds(22, () => time).next());
          expect(ids).toEqual(ids.toSorted());
          for (const id of ids) expect(id).toMatch(/^ID_[0-9a-f]{16}$/);
        },
      ),
    );
  });

  it('are never repeated by one server, however its clock is set', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 1, max: 6 }), (steps, randomBits) => {
        const times = steps.values();
        const ids = idsOf(
          steps.length,
          new OrderIds(randomBits, () => JULY_MS + (times.next().value ?? 0)),
        );
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.map(timeOf)).toEqual(ids.map(timeOf).toSorted());
      }),
    );
  });

  it('take the next millisecond once many were made in one', () => {
    const ids = idsOf(3_000, new OrderIds(22, () => JULY_MS));
    const times = ids.map((id) => timeOf(id) - timeOf(ids[0] ?? ''));
    expect([times[1_023], times[1_024], times.at(-1)]).toEqual([0n, 1n, 2n]);
    expect(new Set(ids).size).toBe(3_000);
  });

  it('use all random bits', () => {
    const numbers = idsOf(1_000, new OrderIds(22, () => JULY_MS)).map((id) =>
      BigInt(`0x${id.slice(3)}`),
    );
    const parts = numbers.map((number) => Number(number & 0x3fffffn));
    expect(parts.reduce((one, other) => one | other)).toBe(0x3fffff);
    expect(parts.reduce((one, other) => one & other)).toBe(0);
  });

  it('begin again after 139 years, and are well formed before their epoch', () => {
    const late = new OrderIds(22, () => Date.UTC(2026, 0) + 2 ** 42).next();
    expect(timeOf(late)).toBe(0n);
    expect(new OrderIds(22, () => 0).next()).toMatch(/^ID_[0-9a-f]{16}$/);
  });
});
