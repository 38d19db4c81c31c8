import { setTimeout as sleep } from 'node:timers/promises';
import { trimDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { DAY_MS, HOUR_MS, type Instant, later } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { surveyFigures } from '#lab/screener/survey-figures.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { ContractSurvey, MarketSurvey } from '#ports/market-survey.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';
import type { Database } from '#storage/database/database.ts';
import {
  lastOpenInterest,
  type OpenInterestRow,
  openInterestAbout,
  saveOpenInterest,
} from '#storage/screener/open-interest.ts';

/** Between the questions about two contracts, wall time, so that nobody else waits for the exchange. */
const PACE_MS = 500;

/** The exchange tells a month of open interest; a day less keeps away from its edge. */
const TOLD_MS = 29 * DAY_MS;
/** Hours without a row; one alone may lie between two surveys. */
const MISSED_MS = 2 * HOUR_MS;
const PRICE_DECIMALS = 8;

/** What is surveyed, and by whom. */
export interface SurveyedMarket {
  readonly survey: MarketSurvey;
  /** The engine's login. */
  readonly database: Database;
  readonly contracts: readonly ContractFacts[];
  readonly snapshots: readonly SymbolSnapshot[];
  readonly signal: AbortSignal;
}

/** Asks the exchange about every contract, keeps what it tells of open interest, and adds its figures to the snapshots. */
export async function surveyAll(asked: SurveyedMarket): Promise<readonly SymbolSnapshot[]> {
  const { database, contracts, snapshots } = asked;
  const told = await askAll(asked);
  const [first] = told.values();
  const dayBefore = first === undefined ? new Map() : await openInterestAbout(database, later(first.at, -DAY_MS));
  const facts = new Map(contracts.map((one) => [one.listing.instrument.symbol, one]));
  await saveOpenInterest(
    database,
    [...told.values()].flatMap((one) => interestRow(one, facts.get(one.symbol))),
  );
  return snapshots.map((snapshot) => {
    const [survey, contract] = [told.get(snapshot.symbol), facts.get(snapshot.symbol)];
    if (survey === undefined || contract === undefined) return snapshot;
    const figures = surveyFigures({
      ...{ survey, instrument: contract.listing.instrument },
      volumeDay: contract.ticker?.quoteVolume ?? null,
      last: contract.ticker?.last ?? null,
      openInterestBefore: dayBefore.get(snapshot.symbol) ?? null,
    });
    return { ...snapshot, surveyedAt: survey.at, figures: { ...snapshot.figures, ...figures } };
  });
}

async function askAll(asked: SurveyedMarket): Promise<ReadonlyMap<string, ContractSurvey>> {
  const { database, survey, contracts, signal } = asked;
  await survey.begin();
  const known = await knownInterest(asked);
  const told = new Map<string, ContractSurvey>();
  for (const { listing } of contracts) {
    const { symbol } = listing.instrument;
    const answer = await answered(() => survey.contract(symbol));
    if (answer !== null) told.set(symbol, answer);
    await sleep(PACE_MS, null, { signal });
    if (answer === null || answer.openInterest === null) continue;
    const from = firstMissed(answer.at, known.get(symbol));
    if (from === null) continue;
    await saveOpenInterest(database, await hoursSince(survey, listing.instrument, from));
    await sleep(PACE_MS, null, { signal });
  }
  return told;
}

/** The newest row of each symbol in the time that the exchange still tells. */
async function knownInterest({ database, contracts }: SurveyedMarket): Promise<ReadonlyMap<string, Instant>> {
  const [first] = contracts.flatMap(({ ticker }) => ticker?.at ?? []);
  return first === undefined ? new Map() : lastOpenInterest(database, later(first, -TOLD_MS));
}

/** From when on hours are missing, as at the first survey or after a pause of the program; null when none are. */
function firstMissed(now: Instant, last: Instant | undefined): Instant | null {
  if (last === undefined) return later(now, -TOLD_MS);
  return now - last > MISSED_MS ? later(last, HOUR_MS / 2) : null;
}

/** The price is that of the value told: the exchange tells no other one of an hour that has passed. */
async function hoursSince(
  survey: MarketSurvey,
  instrument: Instrument,
  from: Instant,
): Promise<readonly OpenInterestRow[]> {
  const { symbol } = instrument;
  const hours = (await answered(() => survey.interestSince(symbol, from))) ?? [];
  return hours.flatMap(({ time, quantity, notional }) => {
    if (quantity === 0) return []; // Nothing tells a price.
    const coins = quantityText(instrument, quantity);
    const price = trimDecimal((Number(notional) / Number(coins)).toFixed(PRICE_DECIMALS));
    return Number(price) > 0 ? [{ symbol, at: time, coins, price }] : [];
  });
}

/** Nothing where one of them is not known. */
function interestRow(survey: ContractSurvey, contract: ContractFacts | undefined): OpenInterestRow[] {
  const { symbol, at, openInterest } = survey;
  if (openInterest === null || contract?.ticker == null) return [];
  const { instrument } = contract.listing;
  return [
    { symbol, at, coins: quantityText(instrument, openInterest), price: priceText(instrument, contract.ticker.last) },
  ];
}

/** Null when the exchange has no room for it now: the next hour asks again. */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code !== 'ENGINE_STOPPED') return null;
    throw error;
  }
}
