import { useQueries, useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#web/api/system-queries.ts';
import { type Bot, type Order, ordersQuery } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { exitText } from '../acts/exit-text.ts';
import { restartOf } from '../acts/restart-words.ts';
import { closingFee, raisesRisk } from '../acts/stop-effect.ts';
import { isOpen } from '../is-open.ts';
import { isResting } from '../orders/use-working-orders.ts';
import { isUnprotected } from '../unprotected.ts';
import type { ActChoice, ExitChoice, SeveralAct } from './act-runs.ts';

/** What an act on several bots would do, all together. */
export interface CombinedEffect {
  readonly lines: readonly string[];
  readonly stays: readonly string[];
  /** False while the orders are being read. */
  readonly isKnown: boolean;
  readonly error: Error | null;
}

/** Reads the open orders where the act cancels some, and counts them with the positions. */
export function useCombinedEffect(act: SeveralAct, bots: readonly Bot[], choice: ActChoice): CombinedEffect {
  const t = useText();
  const cancels = cancelledBy(act, choice);
  const cycles = cancels === null ? [] : bots.flatMap(({ kind, atoms }) => openCyclesOf(kind, atoms));
  const orders = useQueries({
    queries: cycles.map(({ kind, id }) => ({ ...ordersQuery(kind, id), refetchOnMount: 'always' as const })),
  });
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const fees = new Map(assets.map((asset) => [asset.futuresTicker, asset.takerFeeRate]));
  const working = orders.flatMap((query) => query.data?.items ?? []).filter(isResting);
  const lost = cancels === null ? 0 : working.filter(cancels).length;
  const words = wordsOf({ act, bots, choice, fees, lost }, t);
  return {
    ...words,
    isKnown: orders.every((query) => query.data !== undefined),
    error: orders.find((query) => query.error !== null)?.error ?? null,
  };
}

function openCyclesOf(kind: Bot['kind'], atoms: Bot['atoms']) {
  return atoms.flatMap(({ currentCycleId: id }) => (id === null ? [] : [{ kind, id }]));
}

/** Which open orders the act cancels, or replaces where they differ; null: none. */
function cancelledBy(act: SeveralAct, choice: ActChoice): ((order: Order) => boolean) | null {
  switch (act) {
    case 'stop':
      return choice.position === 'protect' ? raisesRisk : () => true;
    case 'finish':
      return ({ role }) => role === 'base';
    case 'conditions':
      return ({ role }) =>
        (role === 'take_profit' && !choice.takeProfit.isKept) || (role === 'stop_loss' && !choice.stopLoss.isKept);
    case 'restart':
    case 'entries':
    case 'delete':
      return null;
  }
}

interface EffectInput {
  readonly act: SeveralAct;
  readonly bots: readonly Bot[];
  readonly choice: ActChoice;
  /** Taker fees by symbol, as fractions. */
  readonly fees: ReadonlyMap<string, string>;
  /** How many open orders are cancelled or may be replaced. */
  readonly lost: number;
}

function wordsOf(input: EffectInput, t: Text): Pick<CombinedEffect, 'lines' | 'stays'> {
  const { act, bots, choice, lost } = input;
  const open = bots.flatMap(({ atoms }) => atoms.filter(isOpen));
  const cancels = t('several.cancels', { orders: lost });
  const keeps = open.length === 0 ? [] : [t('several.keeps', { positions: open.length }), ...bareLine(bots, t)];
  switch (act) {
    case 'stop': {
      if (choice.position === 'protect') return { lines: [cancels], stays: keeps };
      if (choice.position === 'detach')
        return { lines: [cancels, t('several.detaches', { positions: open.length })], stays: [] };
      const fee = addDecimals(open.map((atom) => closingFee(atom, input.fees) ?? '0'));
      const cost = t('several.cost', { fee: t.number(fee, { decimals: 2 }) });
      return { lines: [cancels, t('several.closes', { positions: open.length }), cost], stays: [] };
    }
    case 'finish':
      return { lines: [t('finish.noNew'), cancels], stays: keeps };
    case 'restart':
      return { lines: bots.map((bot) => restartLine(bot, t)), stays: [t('restart.stays')] };
    case 'entries':
      return { lines: [t('entries.line')], stays: [t('entries.stays')] };
    case 'delete':
      return { lines: [t('deleteBot.line')], stays: [t('several.history')] };
    case 'conditions':
      return {
        lines: [
          ...exitLine(choice.takeProfit, 'takeProfit', t),
          ...exitLine(choice.stopLoss, 'stopLoss', t),
          t('several.replaces', { orders: lost }),
          t('conditions.later'),
        ],
        stays: [t('conditions.stays')],
      };
  }
}

/** Names the bots with a position that no stop-loss protects: stopping leaves it so. */
function bareLine(bots: readonly Bot[], t: Text): readonly string[] {
  const bare = bots.filter(({ atoms }) => atoms.some(isUnprotected));
  return bare.length === 0 ? [] : [t('several.unprotected', { names: bare.map(({ name }) => name).join(', ') })];
}

function restartLine(bot: Bot, t: Text): string {
  return `${bot.name}: ${t(`restart.line.${restartOf(bot)}`, { run: bot.runNo + 1 })}`;
}

function exitLine(choice: ExitChoice, exit: 'takeProfit' | 'stopLoss', t: Text): readonly string[] {
  if (choice.isKept) return [];
  return [exitText(exit, choice.percent === '' ? null : choice.percent, t)];
}
