import { diskVerdict } from './disk-verdict.js';

const MEBIBYTE = 1024 ** 2;

it.each([
  [1024 * MEBIBYTE, 'ok', '1.0 GiB are free for /data'],
  [1024 * MEBIBYTE - 1, 'warn', 'only 1023 MiB are free for /data; free some space'],
  [32 * MEBIBYTE, 'warn', 'only 32 MiB are free for /data'],
  [32 * MEBIBYTE - 1, 'fail', 'the disk of /data is full (31 MiB are free), so orders are refused'],
  [0, 'fail', 'the disk of /data is full (0 MiB are free)'],
])('judges %d free bytes', (freeBytes, verdict, words) => {
  expect(diskVerdict(freeBytes, '/data')).toEqual({
    verdict,
    message: expect.stringContaining(words) as string,
  });
});
