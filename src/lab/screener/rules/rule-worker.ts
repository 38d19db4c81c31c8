import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { judgeSymbols } from './judge-symbols.ts';
import type { RuleJob, RuleWord } from './rule-task.ts';

enableCompileCache();
const port = parentPort;
assert(port !== null, 'a worker is started by the pool');

/** One job after the other. A strategy that breaks a belief ends the worker; the pool tells whoever waits. */
port.on('message', (job: RuleJob) => void work(job));

async function work(job: RuleJob): Promise<void> {
  for await (const findings of judgeSymbols(job)) tell(findings);
  tell('ended');
}

function tell(word: RuleWord): void {
  port?.postMessage(word);
}
