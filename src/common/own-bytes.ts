/**
 * The same bytes in memory of their own, for those that are kept for long. Node makes most short buffers, such as those of a
 * row's `bytea`, in a pool of 64 KiB, and a few bytes that are kept keep all of that in memory.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}
