import { reusedColumns } from '#engine/rules/columns/reused-columns.ts';
import type { RuleFinding } from '#ports/screener/rule-screens.ts';
import { pastReader } from '../symbol-past.ts';
import { judgeSymbol, pastBegin, readJudged } from './judge-symbol.ts';
import type { RuleJob } from './rule-task.ts';

/** Findings are told in groups: a message for each symbol would cost as much as some of them take. */
const TOLD_AT_ONCE = 16;

/** Judges one symbol after the other, as long as any are left that no other worker has taken. */
export async function* judgeSymbols(job: RuleJob): AsyncGenerator<readonly RuleFinding[]> {
  const { request, folder, contracts, tails, now, next } = job;
  const strategy = readJudged(request);
  const read = pastReader(folder, pastBegin(strategy, now));
  const columns = reusedColumns();
  let judged: RuleFinding[] = [];
  for (let place = Atomics.add(next, 0, 1); place < contracts.length; place = Atomics.add(next, 0, 1)) {
    const contract = contracts[place];
    if (contract === undefined) break;
    const { symbol } = contract.instrument;
    const stored = await read(symbol, tails.get(symbol) ?? null);
    columns.restart();
    judged.push(
      stored === null
        ? { symbol, pastAt: null, missing: 'NOT_STORED', sides: [] }
        : judgeSymbol(strategy, { ...contract, stored, now }, columns.memory),
    );
    if (judged.length < TOLD_AT_ONCE) continue;
    yield judged;
    judged = [];
  }
  yield judged;
}
