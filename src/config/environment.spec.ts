import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from './environment.js';
import { ConfigError } from './souk-config.js';

describe('the environment', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-environment-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is taken from .env where the process has not set a variable', async () => {
    await writeFile(
      join(folder, '.env'),
      '# PORT=1\nPORT=4000\nHOST="::1"\nexport LOG_LEVEL=warn # less\n',
    );
    expect(processEnvironment(folder, { PORT: '5000' })).toEqual({
      PORT: '5000',
      HOST: '::1',
      LOG_LEVEL: 'warn',
    });
  });

  it('needs no .env', () => {
    expect(processEnvironment(folder, { PORT: '5000' })).toEqual({ PORT: '5000' });
  });

  it('names a .env that cannot be read', async () => {
    await mkdir(join(folder, '.env'));
    expect(() => processEnvironment(folder, {})).toThrow(
      new ConfigError('The file .env cannot be read (EISDIR).'),
    );
  });
});
