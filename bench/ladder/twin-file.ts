import { writeFile } from 'node:fs/promises';
import type { Ratio, TwinPlan } from './twin-plan.ts';

/** What the twin reads: columns of equal length, and funding by minute, oldest first. */
export interface TwinMarket {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Int32Array;
  readonly fundingMinute: Int32Array;
  readonly fundingRate: Int32Array;
}

/**
 * Writes what the C++ twin reads: little-endian words of 64 bits (minutes, settlements, sets, then every set), and behind
 * them the columns in 32 bits. `readPlan` in `twin-input.hpp` is the other end.
 */
export async function writeTwinFile(path: string, plans: readonly TwinPlan[], market: TwinMarket): Promise<void> {
  const { open, high, low, close, volume, fundingMinute, fundingRate } = market;
  const words = [close.length, fundingMinute.length, plans.length].map(BigInt).concat(plans.flatMap(wordsOf));
  const columns = [open, high, low, close, volume, fundingMinute, fundingRate];
  await writeFile(path, [BigInt64Array.from(words), ...columns].map(bytesOf));
}

function bytesOf({ buffer, byteOffset, byteLength }: BigInt64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function wordsOf(plan: TwinPlan): bigint[] {
  const fields = [
    plan.sign,
    plan.wallet,
    plan.cashPerTickStep,
    plan.quantityMin,
    plan.quantityMax,
    plan.marketQuantityMax,
    plan.notionalMin,
    plan.slippage,
    plan.makerFee,
    plan.takerFee,
    plan.baseNotional,
    plan.active,
    plan.takeProfit,
    Number(plan.isProfitOfBase),
    Number(plan.isNet),
    Number(plan.isMarketExit),
    plan.exitFee,
    plan.trailing,
    plan.stopLoss,
    Number(plan.isStopOfAverage),
    plan.cooldownMinutes,
    plan.cyclesMax,
    plan.leverage,
    plan.marginMax,
    plan.levels.length,
    plan.tiers.length,
  ];
  const levels = plan.levels.flatMap(({ deviation, size }) => [...ratioWords(deviation), ...ratioWords(size)]);
  const tiers = plan.tiers.flatMap((tier) => [tier.floor, tier.cap, tier.rate, tier.cumulative]);
  return [...fields.map(BigInt), ...levels, ...tiers.map(BigInt)];
}

/** Two whole numbers of 128 bits, low word first, and the bits of the float nearest to their quotient. */
function ratioWords({ top, bottom, near }: Ratio): bigint[] {
  const halves = (value: bigint) => [BigInt.asIntN(64, value), value >> 64n];
  return [...halves(top), ...halves(bottom), ...new BigInt64Array(new Float64Array([near]).buffer)];
}
