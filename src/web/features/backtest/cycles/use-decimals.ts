import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trimDecimal } from '#base/decimal.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { decimalsOf } from '#web/ui/values/format.ts';

/** Decimals of the tick by symbol, of those that the exchange lists. */
export function useDecimals(symbols: readonly string[]): ReadonlyMap<string, number> {
  const assets = useQuery(assetsQuery).data?.items;
  return useMemo(() => {
    const listed = (assets ?? []).filter(({ futuresTicker }) => symbols.includes(futuresTicker));
    return new Map(listed.map(({ futuresTicker, tickSize }) => [futuresTicker, decimalsOf(trimDecimal(tickSize))]));
  }, [assets, symbols]);
}
