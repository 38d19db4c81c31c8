import { type DestinationStream, type Logger, pino } from 'pino';

/** The only fields a log line may have besides level, time and message. Nothing else is ever written. */
const allowed = new Set([
  'requestId',
  'userId',
  'method',
  'path',
  'status',
  'durationMs',
  'code',
  'event',
  'portfolioId',
  'botId',
  'frames',
  'err',
]);

/** The program's log: JSON lines, UTC, with fields from the allow-list. */
export function createLog(options: { level: string; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name))),
    },
    serializers: { err: shownError },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

/** An error without the fields that drivers and SDKs attach to it (queries, parameters, headers). */
function shownError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: String(error.code) } : {};
  return { name: error.name, message: error.message, stack: error.stack, ...code };
}
