import { useKindView } from '#web/kinds/use-kind.ts';

/** Whether the bots of this page trade on the exchange account. */
export function useIsLive(): boolean {
  return useKindView().tone === 'live';
}
