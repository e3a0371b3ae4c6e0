import type { ListedKey } from '../../account/receipts/signing-keys.repository.js';
import { ok, type Verdict } from './finding.js';

/** Says whether the shop signs for its resellers, and by which key. */
export function receiptsVerdict(canSign: boolean, key: ListedKey | undefined): Verdict {
  if (!canSign) {
    return ok(
      'nothing is signed for resellers; put a key into SECRET_KEYS, and they get signed checkpoints',
    );
  }
  return ok(
    key
      ? `checkpoints are signed by ${key.fingerprint}; give this fingerprint to resellers by another way`
      : 'nothing was signed for resellers yet; the first checkpoint makes the key',
  );
}
