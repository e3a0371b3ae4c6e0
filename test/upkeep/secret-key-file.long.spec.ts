import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { newSecretKey, secretKeyId } from '../../src/common/secret-box.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { startTestShop } from '../../src/testing.js';
import { souk } from '../support/command-line.js';
import { HttpClient } from '../support/http-client.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { ServerProcess } from '../support/server-process.js';

/** A shop after its first start, with no setting but its data folder. */
let parent: string;
let dataDir: string;
let keyFile: string;
/** The first one is a process of its own, beside which commands work; later ones run here, which takes a tenth of the time. */
let server: { readonly baseUrl: string; stop(): Promise<unknown> };
let token: string;

beforeAll(async () => {
  parent = await makeDataFolder('souk-key-file-');
  dataDir = join(parent, '.souk');
  keyFile = join(dataDir, 'secret-keys');
  server = await ServerProcess.start({ SOUK_DATA_DIR: dataDir });
  token = (await command<{ token: string }>('token', 'issue', '1')).token;
});

afterAll(async () => {
  await server.stop();
  await rm(parent, { recursive: true });
});

async function command<T>(...words: string[]): Promise<T> {
  const { code, out, err } = await souk({ SOUK_DATA_DIR: dataDir }, ...words, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}

async function api(path: string): Promise<unknown> {
  const client = new HttpClient(server.baseUrl);
  const { json } = await client.send(`/client/api/${path}`, { token });
  client.close();
  return json;
}

async function delivered(code: string): Promise<string> {
  const path = `newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}`;
  const { data } = (await api(path)) as { data: { order_id: string } };
  const file = join(parent, randomUUID());
  await writeFile(file, code);
  await command('order', 'accept', data.order_id, '--codes-file', file);
  return data.order_id;
}

async function codesOf(orderId: string): Promise<unknown> {
  const { data } = (await api(`check?orders=${orderId}`)) as { data: { replay_api: unknown }[] };
  return data[0]?.replay_api;
}

async function idOfKey(file = keyFile): Promise<string> {
  return secretKeyId(Buffer.from((await readFile(file, 'utf8')).trim(), 'base64'));
}

async function sql(statement: string): Promise<object[]> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new Client({ connectionString: `${database.directUrl}?sslmode=disable` });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
    await database.stop();
  }
}

async function restart(settings: Record<string, string> = {}): Promise<void> {
  await server.stop();
  await start(settings);
}

async function start(settings: Record<string, string> = {}): Promise<void> {
  const shop = await startTestShop({ settings: { SOUK_DATA_DIR: dataDir, ...settings } });
  server = { baseUrl: shop.baseUrl, stop: () => shop.close() };
}

async function keyFinding(): Promise<Finding | undefined> {
  const { out } = await souk({ SOUK_DATA_DIR: dataDir }, 'doctor', '--json');
  return (JSON.parse(out) as Finding[]).find(({ check }) => check === 'secret keys');
}

describe('the embedded shop', () => {
  it('seals what the command line delivers and the server shows, with no setting at all', async () => {
    const orderId = await delivered('FIRST-CODE');

    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(await codesOf(orderId)).toEqual(['FIRST-CODE']);
    expect(await sql('SELECT FROM orders WHERE delivered_codes IS NOT NULL')).toEqual([]);
    expect(await keyFinding()).toMatchObject({
      verdict: 'ok',
      message: expect.stringContaining(keyFile) as string,
    });
  });

  it('says with a backup that the key is not in it, and with a restore which one is needed', async () => {
    const orderId = await delivered('BACKED-UP-CODE');
    const file = join(parent, 'shop.backup');

    const { out } = await souk({ SOUK_DATA_DIR: dataDir }, 'backup', file);

    const id = await idOfKey();
    expect(out).toContain(`encrypted under ${id}, which is not in it: keep a copy of ${keyFile}`);
    const key = (await readFile(keyFile, 'utf8')).trim();
    const content = gunzipSync(await readFile(file)).toString();
    expect(content).not.toContain('BACKED-UP-CODE');
    expect(content).not.toContain(key);

    const elsewhere = { SOUK_DATA_DIR: join(parent, '.souk-new') };
    const restored = await souk(elsewhere, 'restore', file);
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toMatch(new RegExp(`SECRET_KEYS does not hold ${id} \\(\\d+ values\\)`));
    expect(restored.out).toContain(join(parent, '.souk-new', 'secret-keys'));
    const there = { ...elsewhere, SECRET_KEYS: key };
    expect((await souk(there, 'order', 'show', orderId)).out).toContain('BACKED-UP-CODE');
    expect((await souk(there, 'doctor')).out).toMatch(/^ok +secret keys/m);
    expect((await souk(elsewhere, 'doctor')).out).toMatch(/^fail +secret keys.*does not hold/m);
  });

  it('uses SECRET_KEYS when they are set, and still opens what its own key has sealed', async () => {
    const orderId = await delivered('OWN-KEY-CODE');
    const before = await readFile(keyFile, 'utf8');
    const key = newSecretKey();

    await restart({ SECRET_KEYS: key });

    expect(await codesOf(orderId)).toEqual(['OWN-KEY-CODE']);
    const settings = { SOUK_DATA_DIR: dataDir, SECRET_KEYS: key };
    expect((await souk(settings, 'codes', 'rotate')).code).toBe(0);
    const marks = await sql(
      `SELECT DISTINCT encode(substring(sealed_codes from 2 for 4), 'hex') AS id FROM orders
       WHERE sealed_codes IS NOT NULL`,
    );
    expect(marks).toEqual([{ id: secretKeyId(Buffer.from(key, 'base64')) }]);
    expect(await codesOf(orderId)).toEqual(['OWN-KEY-CODE']);
    expect(await readFile(keyFile, 'utf8')).toBe(before);
    expect((await souk(settings, 'doctor')).out).toMatch(/^ok +secret keys/m);
    await souk(
      { SOUK_DATA_DIR: dataDir, SECRET_KEYS: `${before.trim()},${key}` },
      'codes',
      'rotate',
    );
    await restart();
    expect(await codesOf(orderId)).toEqual(['OWN-KEY-CODE']);
  });

  it('that was there before there were keys gets one, and reads what lies open', async () => {
    const orderId = await delivered('SOON-OPEN');
    await server.stop();
    await sql(`UPDATE orders SET sealed_codes = NULL, delivered_codes = '{OPEN-CODE}', code_commitments = NULL,
                                 sealed_code_salts = NULL
               WHERE sealed_codes IS NOT NULL`);
    await sql('DELETE FROM signing_keys');
    await rm(keyFile);

    await start();

    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(await codesOf(orderId)).toEqual(['OPEN-CODE']);
    await command('codes', 'rotate');
    expect(await sql('SELECT FROM orders WHERE delivered_codes IS NOT NULL')).toEqual([]);
    expect(await codesOf(orderId)).toEqual(['OPEN-CODE']);
  });

  it('does not start with a broken key, and says so in one sentence', async () => {
    await server.stop();
    const good = await readFile(keyFile, 'utf8');
    await writeFile(keyFile, 'broken');

    const { code, err } = await souk({ SOUK_DATA_DIR: dataDir }, 'order', 'list');
    const starting = ServerProcess.start({ SOUK_DATA_DIR: dataDir });
    await expect(starting).rejects.toThrow(/secret-keys are broken; put the file back[^\n]*\.\n?$/);

    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
    expect(await readFile(keyFile, 'utf8')).toBe('broken');
    await writeFile(keyFile, good);
    await start();
  });
});
