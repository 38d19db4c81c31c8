import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/**
 * How a server answered a first query on a new connection: `answers`; `not-yet` while it starts, recovers or shuts down;
 * `refuses` connections, as when nothing listens; `silent` when nothing came back in time.
 */
export type ServerAnswer = 'answers' | 'not-yet' | 'refuses' | 'silent';

/** A healthy server answers within milliseconds; sixteen turns are four seconds. */
const TURN_MS = 250;
const TURNS_MAX = 16;
/** Every second of silence it is looked whether the server is frozen. */
const LOOK_TURNS = 4;
/** Codes of a server that starts, recovers or shuts down. */
const NOT_YET = new Set(['57P01', '57P02', '57P03']);

/**
 * Asks a server for `select 1`. Any answer shows that it is alive, also a refusal for want of free connections.
 * @param signal - ends the attempt early, as `silent`
 * @param isFrozen - whether the server cannot answer, which ends the attempt as well
 */
export async function probeServer(url: string, signal: AbortSignal, isFrozen: () => boolean): Promise<ServerAnswer> {
  const socket = new Socket();
  const answered = new AbortController();
  const client = new Client({ connectionString: url, application_name: 'botyard watch', stream: () => socket });
  client.on('error', () => {}); // The attempt reports it.
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(() => 'answers' as const, answerOf);
  try {
    return await Promise.race([asked, silence(AbortSignal.any([signal, answered.signal]), isFrozen)]);
  } finally {
    answered.abort(); // Otherwise the silence of a server that answers would be listened to, and its processes looked at.
    socket.destroy(); // A frozen server would not take part in a farewell.
  }
}

function answerOf(error: unknown): ServerAnswer {
  if (!(error instanceof DatabaseError)) return 'refuses';
  return error.code !== undefined && NOT_YET.has(error.code) ? 'not-yet' : 'answers';
}

/** Time is counted in turns of this thread, so that a thread that was blocked does not take its own silence for the server's. */
async function silence(signal: AbortSignal, isFrozen: () => boolean): Promise<'silent'> {
  for (let turn = 0; turn < TURNS_MAX && !signal.aborted; turn++) {
    await sleep(TURN_MS, null, { signal, ref: false }).catch(() => null); // An abort ends the wait.
    if (turn % LOOK_TURNS === LOOK_TURNS - 1 && isFrozen()) break;
  }
  return 'silent';
}
