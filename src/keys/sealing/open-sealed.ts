import { firstFormatKeyVersion, openFirstFormat } from './first-format.ts';
import type { KeyRing } from './key-ring.ts';
import type { SealContext } from './seal-context.ts';
import { boxKeyVersion, openBox } from './sealed-box.ts';

/** Version of the key that a secret was sealed for, in either format; null when it is no sealed secret. */
export function keyVersionOf(sealed: Buffer): number | null {
  return firstFormatKeyVersion(sealed) ?? boxKeyVersion(sealed);
}

/** Opens a sealed secret of either format; null when no key of the ring opens it in this context. */
export async function openSealed(ring: KeyRing, context: SealContext, sealed: Buffer): Promise<string | null> {
  const version = keyVersionOf(sealed);
  const key = ring.find((each) => each.version === version);
  if (key === undefined) return null;
  return firstFormatKeyVersion(sealed) === null ? openBox(key, context, sealed) : openFirstFormat(key, context, sealed);
}
