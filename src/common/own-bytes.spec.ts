import { ownBytes } from './own-bytes.js';

describe('Bytes that are kept', () => {
  it('have memory of their own, unlike short ones that Node makes', () => {
    const pooled = Buffer.from('c0de', 'hex');
    expect(pooled.buffer.byteLength).toBeGreaterThan(pooled.byteLength);
    const own = ownBytes(pooled);
    expect(own).toEqual(pooled);
    expect(own.buffer.byteLength).toBe(2);
  });

  it('are not copied where they have it', () => {
    const own = Buffer.allocUnsafeSlow(3);
    expect(ownBytes(own)).toBe(own);
  });

  it('of no length are kept, too', () => {
    expect(ownBytes(Buffer.from(''))).toEqual(Buffer.alloc(0));
  });
});
