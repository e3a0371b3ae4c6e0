import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Locale } from '../../src/locales/locale.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const FILES: Readonly<Record<string, unknown>> = {
  'en.json': { 'page.save': 'Replaced' },
  'tr.json': { 'page.save': 'Sakla' },
  'he.json': {
    'page.save': '<b onclick="alert(1)">שמור</b>',
    'page.find': 'a\u202eb',
    'page.add': '{count, plural, one {#}}',
    'page.search': 5,
    'waiting.acceptAll': 'לקבל',
    'waiting.rejectAll': '{count} {name}',
    'signIn.delayed': '{seconds, number, ::currency/XXX}',
    'no.such.key': 'x',
  },
  'fr.json': ['a list'],
  'es.json': '{',
  'en-US.json': { 'page.save': 'Replaced' },
  'uk.json': { 'page.save': '', 'page.find': 'Знайти' },
  'cS.json': { 'page.save': 'Uložit' },
  'zz-nonsense-.json': {},
  'pt-BR.json': { 'page.save': 'x'.repeat(2_000_000) },
  'it.json': { 'page.save': '{n, plural, other {'.repeat(20_000) },
};

let folder: string;
let shop: TestShop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-locales-'));
  for (const [name, content] of Object.entries(FILES)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(folder, name), text);
  }
  await mkdir(join(folder, 'ja.json'));
  await writeFile(join(folder, 'vi.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  await writeFile(join(folder, 'cs.json'), '\ufeff{"page.save":"Uložit"}');
  // Never ends.
  await symlink('/dev/zero', join(folder, 'ko.json'));
  await symlink('/dev/zero', join(folder, 'pipe.json'));
  // A shop of its own: it has languages that are broken.
  shop = await startTestShop({ LOCALES_DIR: folder });
});
afterAll(async () => {
  Locale.useFolder(undefined);
  await shop.close();
  await rm(folder, { recursive: true });
});

it('each fault of a language is named by doctor, with its key', async () => {
  const { out } = await souk(shop, 'doctor');
  const [found = ''] = out.split('\n').filter((line) => line.includes('languages'));
  expect(found).toContain('warn');
  for (const text of [
    '"en.json" cannot replace English',
    '"page.find" of "he.json" has a control character',
    '"page.add" of "he.json" is no ICU message (MISSING_OTHER_CLAUSE)',
    '"page.search" of "he.json" is no text',
    '"waiting.acceptAll" of "he.json" lacks the argument {count}',
    '"waiting.rejectAll" of "he.json" has an argument {name} that English does not have',
    '"signIn.delayed" of "he.json" takes the argument {seconds} for a format of its own',
    '"no.such.key" of "he.json" is no key of en.json',
    '"fr.json" is no JSON object',
    '"es.json" is no JSON',
    '"zz-nonsense-.json" is not named after a language',
    '"pt-BR.json" is larger than 1 MB',
    '"page.save" of "it.json" has more than 5000 characters',
    '"ja.json" is no file',
    '"pipe.json" is not named after a language',
    '"ko.json" is no file',
    '"en-US.json" cannot replace English',
    '"vi.json" is no UTF-8',
    '"page.save" of "uk.json" is empty',
    '"cs.json" is a second file of cs',
  ]) {
    expect(found).toContain(text);
  }
});

it('pages hold, and say in English what a language cannot', async () => {
  const ada = await operatorBrowser(shop, 'owner', 'ada');
  await ada.post('/console/preferences', new URLSearchParams({ language: 'he' }));
  for (const path of ['', '/accounts', '/catalog', '/orders', '/prices', '/shop', '/operators']) {
    const page = await ada.open(`/console${path}`);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.answer.text).toContain('<html lang="he" dir="rtl"');
    expect(page.answer.text).not.toContain('<b onclick');
  }
  await ada.post('/console/preferences', new URLSearchParams({ language: 'tr' }));
  const { id } = await shop.account();
  expect((await ada.open(`/console/accounts/${id}/settings`)).text).toContain('Sakla');
});

it('a language of the folder can be that of the shop, and is known at the terminal', async () => {
  const environment = { DATABASE_URL: shop.db.url, LOCALES_DIR: folder };
  const set = (language: string) =>
    souk(environment, 'conventions', 'set', '--language', language, '--json');
  expect((await set('he')).out).toContain('"language": "he"');
  const page = await (await operatorBrowser(shop, 'viewer', 'eve')).open('/console');
  expect(page.answer.text).toContain('<html lang="he" dir="rtl"');
  expect((await set('vi')).err).toMatch(/must be the tag of a language/);
  expect((await set('default')).code).toBe(0);
});

it('all languages that could be read are offered', async () => {
  const page = await (await operatorBrowser(shop, 'viewer')).open('/console');
  const offered = page.root.querySelectorAll('select[name=language] option');
  expect(offered.map((option) => option.getAttribute('value'))).toEqual([
    ...['en', 'ar', 'cs', 'de', 'he', 'tr', 'uk'],
  ]);
});
