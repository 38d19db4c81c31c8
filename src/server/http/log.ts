import { type DestinationStream, type Logger, pino } from 'pino';

/** The only fields a log line may carry beside level, time and message. What is not named here is never written. */
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
  'err',
]);

/** The program's log: JSON lines, UTC, fields by allow-list. */
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

/** An error without the fields that drivers and SDKs hang on it (queries, parameters, headers). */
function shownError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: String(error.code) } : {};
  return { name: error.name, message: error.message, stack: error.stack, ...code };
}
