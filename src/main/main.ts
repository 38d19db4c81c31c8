import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { databaseDamaged } from '#storage/database/database-damaged.ts';
import { helpText } from './commands/help.ts';
import { readConfig } from './config.ts';

const USAGE_ERROR = 2;

/**
 * The program: `start`, `simulator`, `user …`, `keys …`, `candles …`, `backtest …`, `sweep …`,
 * `indicator …`, `backup …`, `restore …`, `doctor`, `audit …` or `help`.
 * @param words - the command and its arguments
 * @param startedAt - when the program began, in milliseconds on the clock of `performance.now()`
 */
export async function main(words: readonly string[], startedAt = 0): Promise<void> {
  try {
    await run(words, startedAt);
  } catch (error) {
    const sentence =
      error instanceof AppError ? error.message : (systemSentence(error) ?? databaseDamaged(error)?.message ?? null);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

/** A full disk or missing permission: a stack trace would not explain it. */
function systemSentence(error: unknown): string | null {
  const reason = systemReason(error);
  if (reason === null || !(error instanceof Error)) return null;
  return 'path' in error ? `${error.path}: ${reason}.` : `A file cannot be read or written: ${reason}.`;
}

async function run(words: readonly string[], startedAt: number): Promise<void> {
  const [command = 'help', ...rest] = words;
  switch (command) {
    case 'start': {
      const { roleOf } = await import('./lab/join/start-words.ts');
      if (roleOf(rest) === 'lab') {
        const { joinLab } = await import('./lab/join/join-lab.ts');
        return joinLab(readConfig(process.env));
      }
      const { start } = await import('./start.ts');
      return start(readConfig(process.env), startedAt);
    }
    case 'user': {
      const { userCommand } = await import('./commands/user-command.ts');
      return userCommand(readConfig(process.env), rest);
    }
    case 'keys': {
      const { keysCommand } = await import('./commands/keys-command.ts');
      return keysCommand(readConfig(process.env), rest);
    }
    case 'simulator': {
      const { simulatorCommand } = await import('./commands/simulator-command.ts');
      return simulatorCommand(readConfig(process.env));
    }
    case 'candles': {
      const { candlesCommand } = await import('./commands/candles/candles-command.ts');
      return candlesCommand(readConfig(process.env), rest);
    }
    case 'backtest': {
      const { backtestCommand } = await import('./commands/backtest/backtest-command.ts');
      const { refusingBadInput } = await import('./commands/bad-input.ts');
      return refusingBadInput(() => backtestCommand(readConfig(process.env), rest));
    }
    case 'sweep': {
      const { sweepCommand } = await import('./commands/backtest/backtest-command.ts');
      const { refusingBadInput } = await import('./commands/bad-input.ts');
      return refusingBadInput(() => sweepCommand(readConfig(process.env), rest));
    }
    case 'indicator': {
      const { indicatorCommand } = await import('./commands/indicator/indicator-command.ts');
      return indicatorCommand(rest);
    }
    case 'backup': {
      const { backupCommand } = await import('./commands/backup-command.ts');
      return backupCommand(readConfig(process.env), rest);
    }
    case 'restore': {
      const { restoreCommand } = await import('./commands/restore-command.ts');
      return restoreCommand(readConfig(process.env), rest);
    }
    case 'doctor': {
      const { doctorCommand } = await import('./commands/doctor-command.ts');
      return doctorCommand(readConfig(process.env), rest);
    }
    case 'audit': {
      const { auditCommand } = await import('./commands/audit-command.ts');
      return auditCommand(readConfig(process.env), rest);
    }
    case 'help':
      process.stdout.write(`${helpText()}\n`);
      return;
    default:
      process.stderr.write(`There is no command ${JSON.stringify(command)}.\n\n${helpText()}\n`);
      process.exitCode = USAGE_ERROR;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
