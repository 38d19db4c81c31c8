import type { Text } from '#web/i18n/text.tsx';
import { missing } from '#web/ui/values/format.ts';

/** A ratio with two decimals; a dash where there was nothing to divide by. */
export function ratioText(ratio: string | null, t: Text): string {
  return ratio === null ? missing : t.number(ratio, { decimals: 2 });
}
