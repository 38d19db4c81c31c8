import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { DAY_MS, later } from '#base/time.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import { surveyFigures } from '#lab/screener/survey-figures.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { ContractSurvey, MarketSurvey } from '#ports/market-survey.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';
import type { Database } from '#storage/database/database.ts';
import { type OpenInterestRow, openInterestAbout, saveOpenInterest } from '#storage/screener/open-interest.ts';

/** Between the questions about two contracts, wall time, so that nobody else waits for the exchange. */
const PACE_MS = 500;

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

async function askAll({ survey, contracts, signal }: SurveyedMarket): Promise<ReadonlyMap<string, ContractSurvey>> {
  await survey.begin();
  const told = new Map<string, ContractSurvey>();
  for (const { listing } of contracts) {
    const { symbol } = listing.instrument;
    const answer = await surveyOf(survey, symbol);
    if (answer !== null) told.set(symbol, answer);
    await sleep(PACE_MS, null, { signal });
  }
  return told;
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
async function surveyOf(survey: MarketSurvey, symbol: string): Promise<ContractSurvey | null> {
  try {
    return await survey.contract(symbol);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'ENGINE_STOPPED') return null;
    throw error;
  }
}
