import { joined } from '../joined.ts';
import { botsMessages, botsPlurals } from './bots.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.ts';
import { ladderMessages, ladderPlurals } from './ladder.ts';
import { noteMessages, noteWords } from './trading/notes.ts';

/** Words of the strategy, bots and portfolio pages. */
export const tradingMessages = joined(ladderMessages, botsMessages, cyclesMessages, noteMessages, noteWords);

export const tradingPlurals = joined(ladderPlurals, botsPlurals, cyclesPlurals);
