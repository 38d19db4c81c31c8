import { skipToken, useQuery } from '@tanstack/react-query';
import type { Bot } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { type AppliedVersions, previewVersions, type VersionsEdit, type When } from '../changes/bots-change.ts';
import { isBotsRefused, refusedBots } from '../changes/refused-bots.ts';
import type { EditPlan, Planning } from './edit-plan.ts';
import { type PlannedEdit, plannedNumber } from './planned-edit.ts';
import type { VersionNumber } from './version-numbers.ts';

interface VersionsWish {
  /** Null: another plan is asked for. */
  readonly number: VersionNumber | null;
  readonly when: When;
  /** Whether the formula has not changed for a moment: the server is asked then. */
  readonly isSettled: boolean;
}

/**
 * A number of the versions that the bots run: a new version for each that is in use, and its number and orders as the server
 * foresees them. Bots that it refuses are left out, and it is asked once more for the others.
 */
export function useVersionsPlan({ bots, formula, send }: Planning, wish: VersionsWish): EditPlan {
  const t = useText();
  const { number, when, isSettled } = wish;
  const edits = formula === null || number === null ? [] : bots.map((bot) => plannedNumber(bot, number, formula));
  const whole = editOf(edits, number, when);
  const asked = useForeseen(isSettled ? whole : null);
  const refused = new Map([
    ...refusedBots(asked.error, whole ?? undefined, t),
    ...refusedBots(send.error, send.variables, t),
  ]);
  const edit = editOf(
    edits.filter(({ bot }) => !refused.has(bot.botId)),
    number,
    when,
  );
  const { data, error } = useForeseen(isSettled ? edit : null);
  const told = new Map(data?.items.map((item) => [item.botId, item]));
  return {
    edits,
    refused,
    changed: edit?.items.length ?? 0,
    change: edit === null || data === undefined ? null : foreseenChange(edit, data),
    effectOf: ({ bot }) => {
      const item = told.get(bot.botId);
      return item === undefined ? '…' : effectWords(bot, item, t);
    },
    lines: [t('formula.versions'), t(`formula.versions.${when}`)],
    stays: [t('formula.versions.stay')],
    isKnown: edit === null || data !== undefined,
    error: isBotsRefused(error) ? null : error,
  };
}

function useForeseen(edit: VersionsEdit | null) {
  return useQuery({
    queryKey: ['versions preview', edit],
    queryFn: edit === null ? skipToken : ({ signal }) => previewVersions(edit, signal),
    staleTime: 0,
    retry: false,
  });
}

/** One version for all bots on the same version of a strategy: their parameters are the same. Null: nothing changes. */
function editOf(edits: readonly PlannedEdit[], number: VersionNumber | null, when: When): VersionsEdit | null {
  const made = new Map<string, VersionsEdit['made'][number]>();
  const items = edits.flatMap(({ bot, result }) => {
    const { strategyId, strategyVersion: from, botId, strategyExecutorId, name } = bot;
    if (result.state !== 'changed' || number === null || strategyId === null || from === null) return [];
    const params = number.write(bot.params, result.after);
    made.set(JSON.stringify([strategyId, from]), { strategyId, fromVersion: from, params });
    return [{ bot: { botId, strategyExecutorId, name }, from }];
  });
  const kind = edits[0]?.bot.kind;
  return kind === undefined || items.length === 0 ? null : { kind, when, made: [...made.values()], items };
}

function foreseenChange(edit: VersionsEdit, { items }: AppliedVersions) {
  const numbers = new Map(items.map(({ botId, toVersion }) => [botId, toVersion]));
  return {
    ...{ type: 'versions' as const, ...edit },
    items: edit.items.map(({ bot, from }) => ({ bot, from, to: numbers.get(bot.botId) ?? from })),
  };
}

function effectWords(
  { strategyName }: Bot,
  { fromVersion, toVersion, orders }: AppliedVersions['items'][number],
  t: Text,
) {
  const { cancels = 0, places = 0 } = orders ?? {};
  return (
    <>
      <div>{t('formula.version', { strategy: strategyName ?? '', from: fromVersion, to: toVersion })}</div>
      <div>{cancels + places === 0 ? t('formula.orders.same') : t('formula.orders.change', { cancels, places })}</div>
    </>
  );
}
