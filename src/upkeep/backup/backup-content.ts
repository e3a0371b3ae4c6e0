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
    const source = encrypted ? await decrypted(file, box) : undefined;
    const read = source
      ? pipeline(source.chunks, gunzip)
      : pipeline(file.createReadStream({ start: 0, autoClose: false }), gunzip);
    // Its error is that of the loop.
    read.catch(() => undefined);
    for await (const chunk of gunzip) {
      yield chunk as Buffer;
      await pace?.();
    }
    // Where bytes follow the compressed ones, the last of them are never looked at.
    if (source?.isWhole === false) throw new Error('the file was changed');
  } finally {
    await file.close();
  }
}

async function isEncrypted(file: FileHandle): Promise<boolean> {
  return (await bytesAt(file, 0, ENCRYPTED_MARK.length)).equals(ENCRYPTED_MARK);
}

interface Decrypted {
  readonly chunks: AsyncIterable<Buffer>;
  /** True once the last byte was decrypted, and nothing was changed. */
  isWhole: boolean;
}

async function decrypted(file: FileHandle, box: SecretBox): Promise<Decrypted> {
  const { size } = await file.stat();
  const start = ENCRYPTED_MARK.length + STREAM_ENDS_BYTES.head;
  const end = size - STREAM_ENDS_BYTES.tag;
  if (end <= start) throw new Error('the file is too short');
  const head = await bytesAt(file, ENCRYPTED_MARK.length, STREAM_ENDS_BYTES.head);
  const tag = await bytesAt(file, end, STREAM_ENDS_BYTES.tag);
  const decipher = box.decipherStream({ head, tag }, ENCRYPTION_PURPOSE);
  const ciphertext = file.createReadStream({ start, end: end - 1, autoClose: false });
  const source: Decrypted = { chunks: all(), isWhole: false };
  async function* all(): AsyncGenerator<Buffer> {
    for await (const chunk of ciphertext) yield decipher.update(chunk as Buffer);
    const last = decipher.final();
    source.isWhole = true;
    yield last;
  }
  return source;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
