import { readFileSync, writeFileSync } from 'node:fs';
import { Locale, type MessageArguments } from '../../src/locales/locale.js';
import { argumentsOf } from './message-types.js';

/** The table is read like a change of code: `COUNTED=write npm test -- test/locales` writes it. */
const FILE = new URL('counted-messages.txt', import.meta.url);
const ENGLISH = JSON.parse(
  readFileSync(new URL('../../locales/en.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const COUNTS = [0, 1, 2, 3, 11, 100, 1.5];

/** All counted arguments have the count, the others their names. */
function said(language: string, key: string, text: string, count: number): string {
  const values = [...argumentsOf(text)].map(([name, types]) => {
    if (types.has('number')) return [name, count] as const;
    return [name, types.has('boolean') ? 'false' : name] as const;
  });
  return Locale.of(language).say(key, Object.fromEntries(values) as MessageArguments);
}

it('everything that is counted is said for each count in each language', () => {
  const counted = Object.entries(ENGLISH).filter(([, text]) =>
    [...argumentsOf(text).values()].some((types) => types.has('number')),
  );
  const table = counted.flatMap(([key, text]) => [
    key,
    ...Locale.languages().flatMap((language) => {
      const texts = COUNTS.map((count) => said(language, key, text, count));
      return texts.map((one, index) => `  ${language} ${COUNTS[index]}\t${one}`);
    }),
  ]);
  const lines = `${table.join('\n')}\n`;
  if (process.env.COUNTED === 'write') writeFileSync(FILE, lines);
  expect(readFileSync(FILE, 'utf8')).toBe(lines);
  expect(counted.length).toBeGreaterThan(30);
});
