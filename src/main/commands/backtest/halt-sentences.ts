import { figureWords } from '#engine/report/note-templates.ts';
import type { BotHalt, HaltReason } from '#lab/report/halts.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';

/** Why and when a bot did not trade: one sentence per reason, symbol and direction, with start, end and count. */
export function haltSentences(halts: readonly BotHalt[]): readonly string[] {
  const groups = new Map<string, BotHalt[]>();
  for (const halt of halts) {
    const key = [halt.reason, halt.symbol, halt.direction].join();
    groups.set(key, [...(groups.get(key) ?? []), halt]);
  }
  return [...groups.values()].flatMap(sentenceOf);
}

function sentenceOf(group: readonly BotHalt[]): string[] {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { reason, symbol, direction } = first;
  const who = [symbol, direction === null ? null : direction === 'buy' ? 'long' : 'short']
    .filter((word) => word !== null)
    .join(' ');
  const why = WHY[reason];
  const bars = group.reduce((sum, halt) => sum + (halt.bars ?? 0), 0);
  const at = bars === 0 ? '' : ` at ${bars} ${bars === 1 ? 'bar' : 'bars'}`;
  return [`${who === '' ? 'the bot' : who} ${VERBS[reason]}${at} ${whenText(first, last, group.length)}${why}.`];
}

/** The start and end of a single halt; of several, the first start and the last end. */
function whenText(first: BotHalt, last: BotHalt, times: number): string {
  const until = last.to === null ? 'the end' : minuteText(last.to);
  const stretch = `from ${minuteText(first.from)} to ${until}`;
  return times === 1 ? stretch : `${times} times ${stretch}`;
}

const VERBS: Readonly<Record<HaltReason, string>> = {
  ASSET_EXCLUDED: 'opened no cycle',
  MAX_OPEN_CYCLES: 'waited to open a cycle',
  PORTFOLIO_LIMIT_EXCEEDED: 'opened no cycle',
  INSUFFICIENT_MARGIN: 'opened no cycle',
  LADDER_REFUSED: 'opened no cycle',
  STEP_SKIPPED: 'skipped a step',
  CANDLES_MISSING: 'stood still',
  RULES_UNKNOWN: 'could not evaluate its rules',
  BOT_ERROR: 'opened no cycle',
  BOT_FINISHING: 'opened no cycle',
  NEVER_TRADED: 'never traded',
};

const WHY: Readonly<Record<HaltReason, string>> = {
  ASSET_EXCLUDED: `: ${figureWords['ASSET_EXCLUDED']}`,
  MAX_OPEN_CYCLES: `: ${figureWords['MAX_OPEN_CYCLES']}`,
  PORTFOLIO_LIMIT_EXCEEDED: `: ${figureWords['PORTFOLIO_LIMIT_EXCEEDED']}`,
  INSUFFICIENT_MARGIN: `: ${figureWords['INSUFFICIENT_MARGIN']}`,
  LADDER_REFUSED: `: ${figureWords['LADDER_REFUSED']}`,
  STEP_SKIPPED: ': its order would be below the exchange minimum',
  RULES_UNKNOWN: ': too little history is stored before',
  CANDLES_MISSING: ': candles are missing for more than five minutes in a row',
  BOT_ERROR: ': the bot had an error',
  BOT_FINISHING: ': the bot had finished all cycles of its run',
  NEVER_TRADED: ': no order was filled',
};
