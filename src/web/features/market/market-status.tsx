import type { MarketRow } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status, type StatusTone } from '#web/ui/figures/status.tsx';

const tones = { TRADING: 'running', HALTED: 'warn', DELISTED: 'stopped' } as const satisfies Record<
  MarketRow['status'],
  StatusTone
>;

/** Whether a contract is traded, in words. */
export function MarketStatus({ status }: { readonly status: MarketRow['status'] }) {
  const t = useText();
  return <Status tone={tones[status]} word={t(`market.status.${status}`)} />;
}
