/** The coin of a contract, and how many of it one unit of the contract holds. */
export interface ContractCoin {
  readonly coin: string;
  readonly multiplier: number;
}

/** `1000PEPE` is a thousand PEPE, `1MBABYDOGE` a million BABYDOGE; `1INCH` is a coin of its own. */
const MULTIPLE = /^(1000(?:0{1,3})?|1M)((?![a-z])\p{L}[\p{L}\p{N}]+)$/u;

/** @param baseAsset - as the exchange names the unit of a contract */
export function coinOf(baseAsset: string): ContractCoin {
  const [, factor, coin] = MULTIPLE.exec(baseAsset) ?? [];
  if (factor === undefined || coin === undefined) return { coin: baseAsset, multiplier: 1 };
  return { coin, multiplier: factor === '1M' ? 1_000_000 : Number(factor) };
}
