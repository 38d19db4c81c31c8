import { expect, it } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { BotCommand, CommandPrices } from '#engine/model/bot.ts';
import type { EngineEvent } from '#engine/model/engine-event.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { minuteClosed, replayed, reportsIn, stateHash } from '../support/account-journal.ts';
import { closesOf } from '../support/market.ts';
import { randomDeal } from '../support/random-deals.ts';
import { type RandomWeek, randomWeek } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

const CASES = Number(process.env['CASES'] ?? 25);
const SEED = SEED_OF_RUN;
/** The last day of a week is left out: the days before it hold everything that is counted below. */
const MINUTES = 6 * 1_440;

/** A deal by hand is tried six times a day, give or take. */
const DEAL_EVERY = 241;

function dealsOf(dice: Chance, { bots }: AccountSnapshot, prices: CommandPrices): readonly BotCommand[] {
  return bots.map(({ bot }) => randomDeal(dice, bot.botId, prices));
}

/** Runs a week on a simulated venue and keeps a journal of the commands, the closed minutes and what the venue reported. */
function recorded({ market, history, opened, commands }: RandomWeek, dice: Chance) {
  const account = simulateAccount(opened, market);
  const journal: EngineEvent[] = [];
  const records: AccountRecord[] = [];
  const symbols = [...history.symbols.keys()];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const told = commands.filter((one) => one.minute === minute).map(({ command }) => command);
    const deals =
      minute % DEAL_EVERY === 1 ? dealsOf(dice, opened, closesOf(marketMinute(history, minute - 1), symbols)) : [];
    for (const command of [...told, ...deals]) {
      const at = instantOf(history.start + minute * MINUTE_MS - 1);
      const outcome = account.command(command, at);
      if (outcome.ok) records.push(...outcome.value);
      journal.push({ type: 'Commanded', at, command });
    }
    const now = marketMinute(history, minute);
    const done = account.advance(now);
    journal.push(...reportsIn(done), minuteClosed(now, symbols));
    records.push(...done);
  }
  return { journal, records, snapshot: account.snapshot() };
}

/** Trades, ledger and ends of cycles, without the prices seen in between, for which an account asks its market. */
function bookedIn(records: readonly AccountRecord[]): readonly unknown[] {
  return records.filter(({ type }) => type === 'trade' || type === 'ledger' || type === 'order');
}

it(`replaying the events of ${CASES} random accounts ends in the same state, seed ${SEED}`, () => {
  const met = { fills: 0, partial: 0, deals: 0, liquidations: 0, settlements: 0, commands: 0 };
  for (let seed = SEED; seed < SEED + CASES; seed += 1) {
    const week = randomWeek(chance(seed));
    const run = recorded(week, chance(seed));
    const again = replayed(week.opened, week.market, run.journal);
    expect(stateHash(again.snapshot), `repeat with PROPERTY_SEED=${seed} CASES=1`).toBe(stateHash(run.snapshot));
    expect(bookedIn(again.records)).toEqual(bookedIn(run.records));
    for (const event of run.journal) {
      if (event.type === 'Commanded') met.commands += 1;
      if (event.type !== 'Reported') continue;
      if (event.report.type === 'OrderFilled') met.fills += 1;
      if (event.report.type === 'Liquidated') met.liquidations += 1;
      if (event.report.type === 'FundingSettled') met.settlements += 1;
    }
    met.deals += run.records.filter((one) => one.type === 'trade' && one.role === 'manual').length;
    met.partial += run.records.filter((one) => one.type === 'order' && one.state === 'PARTIALLY_FILLED').length;
  }
  process.stdout.write(`replayed ${JSON.stringify(met)}\n`);
  if (CASES >= 25) expect(Object.values(met).every((count) => count > 0)).toBe(true);
}, 600_000);
