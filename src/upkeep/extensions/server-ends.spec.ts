import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../config/souk-config.js';
import { endsFile, endsIn, recordEnd } from './server-ends.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souk-server-ends-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const fileOf = (DATABASE_URL?: string): string =>
  endsFile(readSettings({ SOUK_DATA_DIR: folder, ...(DATABASE_URL && { DATABASE_URL }) }));

it('all recorded ends are read, but lines that were written by halves', () => {
  const file = join(folder, 'data', 'ends');
  const fault = 'no\n\u0000 rates';
  expect(recordEnd(file, 'acme', fault)).toBeUndefined();
  appendFileSync(file, '\n{"at":"2026-');
  expect(recordEnd(file, 'acme', 'x'.repeat(1_000))).toBeUndefined();
  expect(endsIn(readFileSync(file, 'utf8'))).toEqual([
    { at: expect.any(String) as string, extension: 'acme', fault: 'no\n rates' },
    { at: expect.any(String) as string, extension: 'acme', fault: 'x'.repeat(300) },
  ]);
});

it.each([
  ['no JSON', 'x'],
  ['no object', 'null'],
  ['other members', '{"at":"2026-11-30T00:00:00Z","extension":7,"fault":"x"}'],
  ['no time', '{"at":"yesterday","extension":"acme","fault":"x"}'],
])('a line with %s is left out', (_, line) => {
  expect(endsIn(`${line}\n`)).toEqual([]);
});

it('a file that cannot be written is said to be so', () => {
  writeFileSync(join(folder, 'data'), '');
  expect(recordEnd(join(folder, 'data', 'ends'), 'acme', 'x')).toMatch(/EEXIST|ENOTDIR/);
});

it('a file does not grow without end', () => {
  const file = join(folder, 'ends');
  writeFileSync(file, 'x'.repeat(1024 * 1024 + 1));
  expect(recordEnd(file, 'acme', 'x')).toBe(`${file} is full`);
});

it('each shop has a file of its own, whoever logs in there', () => {
  const file = fileOf('postgres://souk:secret@db/shop?sslmode=require');
  expect(fileOf('postgres://other:word@db/shop')).toBe(file);
  expect(fileOf('postgres://souk:secret@db/other')).not.toBe(file);
  expect(fileOf()).not.toBe(file);
});
