import { joined } from '../joined.ts';
import { botsMessages, botsPlurals } from './bots.ts';
import { cyclesMessages, cyclesPlurals } from './cycles.ts';
import { ladderMessages, ladderPlurals } from './ladder.ts';

/** Words of the strategy, bots and portfolio pages. */
export const tradingMessages = joined(ladderMessages, botsMessages, cyclesMessages);

export const tradingPlurals = joined(ladderPlurals, botsPlurals, cyclesPlurals);
