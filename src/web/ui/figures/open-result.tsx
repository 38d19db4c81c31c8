import { Money } from '../values/money.tsx';
import { type BridgeParts, bridgeTerms, openOf } from './bridge-terms.ts';

/** The open result as the bridge of the same equity shows it, so that the same figure does not read a cent apart. */
export function OpenResult({ parts }: { readonly parts: BridgeParts }) {
  return <Money value={bridgeTerms(parts).open} exact={openOf(parts)} />;
}
