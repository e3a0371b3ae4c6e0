import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../common/secret-box.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { loadSecretKeys } from './secret-key-file.js';

const SENTENCE = /^[^\n]+\.$/;

describe('the secret keys beside the embedded database', () => {
  let parent: string;
  let dataDir: string;
  let path: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'souk-keys-'));
    dataDir = join(parent, '.souk');
    path = join(dataDir, 'secret-keys');
  });

  afterEach(async () => {
    await rm(parent, { recursive: true });
  });

  async function put(text: string, mode = 0o600): Promise<void> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(path, text);
    await chmod(path, mode);
  }

  async function refusal(): Promise<string> {
    const error: unknown = await loadSecretKeys(dataDir).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    const { message } = error as Error;
    expect(message).toMatch(SENTENCE);
    expect(message).toContain(path);
    return message;
  }

  it('are made once, for the owner alone', async () => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const first = await loadSecretKeys(dataDir, log);

    expect(first).toMatchObject({ path, keys: [expect.any(Buffer)] });
    expect(first.keys[0]).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await loadSecretKeys(dataDir, log)).toEqual(first);
    expect(lines).toEqual([expect.stringContaining(path)]);
    expect(lines[0]).not.toContain(first.keys[0]?.toString('base64'));
    expect(await readdir(dataDir)).not.toContain('secret-keys.new');
  });

  it('are the same for all that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecretKeys(dataDir)));

    expect(new Set(all.map(({ keys }) => keys[0]?.toString('base64'))).size).toBe(1);
  });

  it('may be several, the newest first', async () => {
    const keys = [newSecretKey(), newSecretKey(), newSecretKey()];
    await put(`${keys[0]}\n${keys[1]},${keys[2]}\r\n`);

    const read = await loadSecretKeys(dataDir);

    expect(read.keys.map((key) => key.toString('base64'))).toEqual(keys);
  });

  it.each([
    ['empty', ''],
    ['cut short', newSecretKey().slice(0, 20)],
    ['not keys at all', '{"password":"x"}'],
    ['too long', `${newSecretKey()}\n`.repeat(2_000)],
  ])('are refused when they are %s, and left as they are', async (_, text) => {
    await put(text);

    const message = await refusal();

    expect(message).toContain('put the file back from your copy');
    if (text !== '') expect(message).not.toContain(text.slice(0, 8));
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.each([0o640, 0o604, 0o660])(
    'are refused when others have rights to them: %o',
    async (mode) => {
      await put(`${newSecretKey()}\n`, mode);

      expect(await refusal()).toContain(`chmod 600 ${path}`);
    },
  );

  it('are refused when they are no plain file', async () => {
    await mkdir(path, { recursive: true });
    expect(await refusal()).toContain('no plain file');

    await rm(path, { recursive: true });
    await symlink(join(parent, 'nowhere'), path);
    expect(await refusal()).toContain('no plain file');
    expect(await readdir(parent)).toEqual(['.souk']);
  });

  it('do not take over what a killed start has left', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(`${path}.new`, 'half a k');

    expect((await loadSecretKeys(dataDir)).keys).toHaveLength(1);
    expect(await readdir(dataDir)).not.toContain('secret-keys.new');
  });
});
