import type { SourceFacts } from './source-facts.ts';

/** A word that several things could be called by, and the names that may contain it. */
interface GuardedWord {
  readonly word: string;
  readonly meaning: string;
  readonly allows: (name: string, file: string) => boolean;
}

/** Where names may speak of bars: consecutive minutes joined into one candle, and the charts that draw them. */
const FOLDERS_OF_BARS = [
  'src/contract/',
  'src/engine/account/',
  'src/engine/bots/',
  'src/engine/indicators/',
  'src/engine/rules/',
  'src/engine/scan/',
  'src/lab/trial/',
  'src/market/',
  'src/ports/',
  'src/server/strategies/',
  'src/simulator/market/',
  'src/simulator/prices/',
  'src/web/charts/',
  'src/web/features/',
];

/** Where names may speak of books: what exchanges tell of their order books, and who reads it. */
const FOLDERS_OF_BOOKS = ['src/adapters/', 'src/engine/matching/', 'src/ports/', 'src/simulator/'];

const GUARDED: readonly GuardedWord[] = [
  { word: 'desk', meaning: 'nothing; say account, bot or portfolio', allows: () => false },
  { word: 'standing', meaning: 'nothing; say state, status or resting', allows: () => false },
  {
    word: 'place',
    meaning: 'to place an order; say index, address or location for where something is',
    allows: (name) => /^[pP]lace(?![a-z])|PlaceOrder/.test(name),
  },
  {
    word: 'book',
    meaning: 'the order book of an exchange; say record, add or apply for what happens in a ledger',
    allows: (_name, file) => FOLDERS_OF_BOOKS.some((folder) => file.startsWith(folder)),
  },
  {
    word: 'bar',
    meaning: 'several minutes joined into one candle; say candle for one minute, and gauge or strip on a screen',
    allows: (_name, file) => FOLDERS_OF_BARS.some((folder) => file.startsWith(folder)),
  },
];

/** Exported names and functions of src/ that use a word of the glossary for something else, one line each. */
export function wordComplaints({ file, isTest, exports, functions }: SourceFacts): string[] {
  if (isTest || !file.startsWith('src/')) return [];
  const names = new Set([...exports, ...functions].map(({ name }) => name));
  return [...names].flatMap((name) =>
    GUARDED.filter(({ word, allows }) => wordsOf(name).includes(word) && !allows(name, file)).map(
      ({ word, meaning }) => `${file}: ${name}: "${word}" means ${meaning}`,
    ),
  );
}

/** "EDGE_BARS" and "closedBars" both hold "bar". */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ''));
}
