import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { STREAM_ENDS_BYTES, type SecretBox } from '../../common/secret-box.js';
import { ENCRYPTED_MARK, ENCRYPTION_PURPOSE } from './backup-format.js';
import type { Pace } from './backup-writer.js';

/**
 * The lines of a backup as bytes, decrypted if it is encrypted.
 * @throws SecretUnreadableError if its key is not known
 */
export async function* backupContent(
  path: string,
  box: SecretBox,
  pace?: Pace,
): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const gunzip = createGunzip();
    const encrypted = await isEncrypted(file);
    const read = encrypted
      ? pipeline(await decrypted(file, box), gunzip)
      : pipeline(file.createReadStream({ start: 0, autoClose: false }), gunzip);
    // Its error is that of the loop.
    read.catch(() => undefined);
    for await (const chunk of gunzip) {
      yield chunk as Buffer;
      await pace?.();
    }
  } finally {
    await file.close();
  }
}

async function isEncrypted(file: FileHandle): Promise<boolean> {
  return (await bytesAt(file, 0, ENCRYPTED_MARK.length)).equals(ENCRYPTED_MARK);
}

async function decrypted(file: FileHandle, box: SecretBox): Promise<AsyncIterable<Buffer>> {
  const { size } = await file.stat();
  const start = ENCRYPTED_MARK.length + STREAM_ENDS_BYTES.head;
  const end = size - STREAM_ENDS_BYTES.tag;
  if (end <= start) throw new Error('the file is too short');
  const head = await bytesAt(file, ENCRYPTED_MARK.length, STREAM_ENDS_BYTES.head);
  const tag = await bytesAt(file, end, STREAM_ENDS_BYTES.tag);
  const decipher = box.decipherStream({ head, tag }, ENCRYPTION_PURPOSE);
  const ciphertext = file.createReadStream({ start, end: end - 1, autoClose: false });
  return (async function* () {
    for await (const chunk of ciphertext) yield decipher.update(chunk as Buffer);
    yield decipher.final();
  })();
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
